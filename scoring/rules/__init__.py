"""The cellar: the rules of the game as pure functions of values. Standard library only."""
