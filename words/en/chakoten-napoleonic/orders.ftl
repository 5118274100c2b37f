# Orders, slips and what is refused of them.
