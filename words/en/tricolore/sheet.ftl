# The reference sheet of an owner.

sheet-no-such-table = there is no table “{ $id }” on the sheet
sheet-not-lost = table “{ $id }” is the book's own; only those that are lost are typed in
sheet-other-columns = table “{ $id }” has the columns { $columns }
sheet-row-length = row { $row } of table “{ $id }” needs { $cells } cells
sheet-table-twice = table “{ $id }” is there twice
sheet-bad-cell = table “{ $id }”, row “{ $row }”: “{ $column }” cannot be read
sheet-no-row = table “{ $id }” has no row “{ $row }”
sheet-bad-row = row { $row } of table “{ $id }” cannot be read
sheet-hole = row { $row } of table “{ $id }” does not follow after { $after }: there is a hole or an overlap
sheet-ends = table “{ $id }” reaches from -99 to 99
sheet-lacks-row = table “{ $id }” has no row “{ $row }”
