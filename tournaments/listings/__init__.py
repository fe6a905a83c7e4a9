"""Tables as pages show them: columns, order, words and figures ready to print."""
