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
sheet-unknown-row = table “{ $id }”: nothing is known of a row “{ $row }”
sheet-row-twice = table “{ $id }”: the row “{ $row }” is there twice
sheet-row-of-book = table “{ $id }”: the row “{ $row }” repeats the book's own text and cannot be changed
sheet-not-whole = table “{ $id }” does not reach from { $from } to { $to }
sheet-half-continued = row { $row } of table “{ $id }”: a melee goes on for both sides or for neither
sheet-never-continued = row { $row } of table “{ $id }”: a melee of such units does not go on
sheet-no-guns-there = row { $row } of table “{ $id }”: there are no guns in such a melee
sheet-bad-ranges = the columns of table “{ $id }” are no ranges that follow upon each other
sheet-bad-bases = the columns of table “{ $id }” are no rising numbers of bases
right-sheet-rows-known = one of these rows: { $rows }
right-sheet-once = each row once
right-sheet-as-it-was = leave it as the form has it: { $cells }
right-sheet-follows = the row begins with { $from }
right-sheet-ends = the first row begins with -99, the last one ends with 99
right-sheet-whole = rows that begin with { $from } and end with { $to } or more
right-sheet-actions = stay, retreat 200, retreat 200 (cavalry 400), continued melee for both, breakthrough 200; in the table of guns also pinned, and stay or break through
right-sheet-factor = a whole number, or "-" where it does not count; then "yes" or "no": does it count for every time it applies?
right-sheet-attack = from and to of U, such as "0-3"; then "yes", "after N1/1" or "no"
right-sheet-ranges = columns = ["pounder", "0-200", "201-400", ...]
right-sheet-bases = columns = ["total loss factor", "2 bases", "4 bases", ..., "row artillery", "row town zone"]
right-sheet-columns = leave the columns out: { $columns }
right-sheet-numbered-columns = columns as the form has them, with other numbers: { $columns }
sheet-sixth-sequence = row { $row } of table “{ $id }”: after the fifth sequence there is never another
right-sheet-never = "never" after the fifth
