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

## The sheet as a file

a-sheet = a sheet
own-of-other-book = this is a sheet of “{ $given }”
right-sheet-book = book = "tricolore"
right-sheet-name = name = "What you call your sheet"
right-sheet-id = id = the id of a lost table, as the form has it
right-sheet-rows = rows = [[...], ...]
own-bad-row = row { $row } of table “{ $id }” cannot be read
right-sheet-row = { $cells } cells, numbers or texts: { $columns }
right-sheet-table = type it in as the form has it
own-form-head = The lost tables of Tricolore's reference sheet, as they are played where nobody has the printed one. Type in what your sheet
    says; leave out the tables that it does not have. Rows may be added and taken away, columns may not; a dash is an empty cell. The
    file stays your own.
own-form-name = My sheet
own-form-columns = Columns: { $columns }
own-form-stand-in = stand-in
own-form-known = known from the text
sheet-odds-hole = table “{ $id }” has no number for { $kind } at training { $training }
