"""What pages and commands read: one function for one page, bulk queries, frozen dataclasses out."""
