# The reference sheet of an owner.

sheet-bad-cell = table “{ $id }”, row “{ $row }”: “{ $column }” cannot be read
sheet-no-row = table “{ $id }” has no row “{ $row }”
sheet-bad-row = row { $row } of table “{ $id }” cannot be read
sheet-hole = row { $row } of table “{ $id }” does not follow after { $after }: there is a hole or an overlap
sheet-ends = table “{ $id }” reaches from -99 to 99
sheet-lacks-row = table “{ $id }” has no row “{ $row }”

## The sheet as a file

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
sheet-sixth-sequence = row { $row } of table “{ $id }”: after the fifth sequence there is never another
right-sheet-never = "never" after the fifth
