# What every part of the house says.

# A list is put together from its beginning: $before is what there is of it so far.
list-and = { $before } and { $item }
list-or = { $before } or { $item }
list-comma = { $before }, { $item }
list-semicolon = { $before }; { $item }
