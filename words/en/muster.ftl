# What can be wrong with the files of any book. $of is what the file's table is called, $key a key in it, $unit what lengths are
# measured in.

so-many-mistakes = { $file }: { $count ->
    [one] 1 mistake
   *[other] { $count } mistakes
}
in-line = line { $line }: { $says }
wrong-and-right = { $wrong } ({ $right })
wrong-by-clause = { $clause }: { $wrong }
here = here

## Kinds of values

type-text = a text
type-number = a number
type-truth = true or false
type-date = a date
type-list = a list
type-table = a table
general = general
commander = commander

## What is wrong, and what would be right

value-is-of-type = `{ $key }` of { $of } is { $is }
lists-of-type = `{ $key }` lists { $is }
needs-key = { $of } needs `{ $key }`
right-from-to = from { $least } to { $most }
value-is = `{ $key }` of { $of } is { $given }
length-is = `{ $key }` of { $of } is { $given } { $unit }
right-length = { $least } to { $most } { $unit }
word-is = `{ $key }` of { $of } is "{ $given }"
so-many-times = { $given } times { $what }
has-points = `{ $key }` of { $of } has { $given } points
right-points = { $least } to 512 points, [[x, y], [x, y], ...] in { $unit }
no-outline = { $of } has no outline
several-outlines = { $of } has more than one outline
right-outline = outline = [[x, y], ...], or oval = {"{"} x = 60, y = 40, length = 30, width = 20 {"}"}
right-place = x from 0 to { $w }, y from 0 to { $d } { $unit }
the-code = the code "{ $code }"
key-of-reserve = `{ $key }` of a reserve
key-without-arrives = `{ $key }` without `arrives`
so-many-percent = { $given } percent
right-percent = 1 to 100
right-place-within = place = [120, 80], within = 10, in { $unit }
named-twice = "{ $code }" twice
this-is-no = this is no { $what }
such-as = such as "{ $example }"
right-number-in = a number, in { $unit }
right-bearing = a bearing in degrees: 0 is north, 180 south
right-name = name = "the { $example }": orders and tasks name it
right-width = width = 4, in { $unit }, beside the path
right-path = { $key } = [[0, 40], [240, 60]], in { $unit }
right-title = title = "The battle's name"
right-task = task = "hold", "losses", "take", "guns", "exit" or "keep"
right-guns = guns = 4, counted in real guns
right-edge = edge = "west": by which edge it comes
right-at = at = 60: { $unit } along the edge, from the west or south

meant-word = did you mean "{ $n }"?
one-of = one of { $all }
file-bytes-long = the file is { $bytes } bytes long
scenario-most = a scenario has at most { $most }
# What its reader says is English.
not-toml = this is not TOML (its reader says “{ $says }”)
toml-is = a line is `key = value`, a table begins with `[name]` or `[[name]]`, and texts stand in quotes
no-scenario = this is no scenario
more-mistakes = and { $count } more mistakes
meant-key = did you mean `{ $n }`?
has-no-key = { $of } has no `{ $given }`
must-be = it must be { $want }
lists-tables = it lists tables: { $want }
no-sensible-number = `{ $key }` of { $of } is no sensible number
whole-number = a whole number from { $least } to { $most }
meant-word-of = did you mean "{ $n }"? It is one of { $all }
there-is-no = there is no { $what } "{ $given }"
at-most = at most { $most }
book-is = the book is "{ $given }"
reader-knows = this reader knows "{ $book }"
readings-are-listed = `vedette rules { $book } readings` lists them
there-no-reading = there is no reading `{ $given }`
reading-neither-text-nor-sensible = the reading `{ $given }` is neither a text nor a sensible number
default-is = its default is "{ $default }"
question-and-default = { $question } Its default is "{ $default }"
write-exactly-twice = write { $table } exactly twice
table-side = a table with a side of { $given } { $unit }
no-point = this is no point
right-point = two numbers, [x, y], in { $unit }
bearing-of = a bearing of { $given }
degrees-0-north-90-east = degrees: 0 north, 90 east, up to 360
path-goes-nowhere = a path that goes nowhere
points-apart-each-other = points apart from each other
width-without-path = a width without a `path`
width-belongs-path-x-y = width belongs to path = [[x, y], ...]
both-path-outline = both a path and an outline
one-of-them = one of them
corners-order-round-outline = corners in order round the outline, which crosses nothing
oval-of = an oval { $length } by { $width } { $unit }
length-width-above-0 = length and width above 0
named-not-wholly-on-table = "{ $n }" does not stand wholly on the table
does-not-lie-table = this does not lie on the table
stands-inside = "{ $name }" stands inside "{ $other }"
set-buildings-side-side = set buildings side by side
not-wholly-on-table = "{ $code }" does not stand wholly on the table: it is { $w } { $unit } wide and { $d } deep
table-too-small-formation = the table is too small for it in this formation
right-place-facing-so = facing so, x from { $x0 } to { $x1 } and y from { $y0 } to { $y1 }
stands-on = "{ $code }" stands on "{ $other }"
move-one-them-least = move one of them at least { $deep } { $unit }
name-nobody-can-write-down = a name that nobody can write down
up-60-plain-letters = up to 60 plain letters
there-two-pieces-ground-called = there are two pieces of ground called "{ $name }"
each-piece-ground-own-name = each piece of ground has its own name
hill-steps = a hill of { $given } steps
right-steps = 1 to { $most } times [[ground.hill.step]], the lowest first; each is 10 m high
step-hill-hangs-over-step = step { $step } of this hill hangs over the step below
each-step-lies-inside = each step lies inside the one below it
right-code = 1 to 16 letters, digits and - . / _ &, without a space: it is written on order slips
code-given-twice = the code "{ $code }" is given twice
every-unit-general-orderly-command = every unit, general, orderly and command has a code of its own
how-many = how many is that?
no-higher-command = "{ $given }" is no higher command
brigade-under-division-corps-division = a brigade is under a division or corps, a division under a corps
side-no-command = this side has no command "{ $given }"
under-code-another-command-same = `under` is the code of another command of the same side
under-nobody = "{ $given }" is under nobody, but the side has a higher staff
under-code-division-corps = under = "the code of the division or corps"
general-who-arrives-nowhere = a general who arrives nowhere
right-place-of-general = `x` and `y` of his place; with a reserve he comes when it comes
general-both-unit-place = a general both with a unit and at a place
arrives-5-reserves-turn = arrives = 5: a reserve's turn
right-edge-and-at = edge = "west" and at = 60 say where
key-of-task = `{ $key }` of a task "{ $task }"
task-takes = it takes { $all }, points, turn, by
both-turn-and-by = both `turn` and `by`
right-turn-or-by = turn = 8: at the end of turn 8; by = 8: at the end of any turn up to 8
hold-what = hold what?
right-hold = ground = "Church", or place = [120, 80] and within = 10
there-no-ground-called = there is no ground called "{ $given }"
name-area-hill-bridge-building = the name of an area, hill, bridge or building of [ground]
place-off-table = a place off the table
side-may-not-leave-edge = the side may not leave by that edge
exits-north-side-allows = exits = ["north"] of the side allows it
lists-edges-table = this lists edges of the table
such-north-east = such as ["north", "east"]
units-lists-codes = `units` lists codes
name-once = name it once
side-no-unit = side { $side } has no unit "{ $given }"
take-names-enemy-units-exit = take names enemy units, exit and keep own ones
task-without-units = a task without units
knows-keys = { $of } knows { $all }

# Tasks in words, and how they stand.

task-hold = hold { $ground }
task-hold-place = hold the ground within { $within } { $unit } of ({ $x }, { $y })
task-losses = cost the enemy { $percent } % of his figures
task-take = take or destroy { $units }
task-guns = take { $guns } guns
task-exit-south = bring { $units } off by the south edge
task-exit-west = bring { $units } off by the west edge
task-exit-north = bring { $units } off by the north edge
task-exit-east = bring { $units } off by the east edge
task-keep = keep { $units }
task-at-end = { $task }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
task-at-end-each = { $task }: { $points ->
    [one] 1 point each
   *[other] { $points } points each
}
task-at-turn = { $task } at the end of turn { $turn }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
task-at-turn-each = { $task } at the end of turn { $turn }: { $points ->
    [one] 1 point each
   *[other] { $points } points each
}
task-by-turn = { $task } by the end of turn { $turn }: { $points ->
    [one] 1 point
   *[other] { $points } points
}
task-by-turn-each = { $task } by the end of turn { $turn }: { $points ->
    [one] 1 point each
   *[other] { $points } points each
}
not-done = not done
not-done-decided = not done, decided
done = done
done-decided = done, decided
done-of = { $done } of { $of }
done-of-decided = { $done } of { $of }, decided

# Tables that an owner of the printed book types in.

a-sheet = a sheet
sheet-no-such-table = there is no table “{ $id }” on the sheet
sheet-not-lost = table “{ $id }” is the book's own; only those that are lost are typed in
sheet-other-columns = table “{ $id }” has the columns { $columns }
sheet-row-length = row { $row } of table “{ $id }” needs { $cells } cells
sheet-table-twice = table “{ $id }” is there twice
sheet-bad-cell = table “{ $id }”, row “{ $row }”: “{ $column }” cannot be read
sheet-no-row = table “{ $id }” has no row “{ $row }”
sheet-bad-row = row { $row } of table “{ $id }” cannot be read
own-of-other-book = this is a sheet of “{ $given }”
right-sheet-book = book = "{ $book }"
right-sheet-name = name = "What you call your sheet"
right-sheet-id = id = the id of a lost table, as the form has it
right-sheet-rows = rows = [[...], ...]
right-sheet-row = { $cells } cells, numbers or texts: { $columns }
right-sheet-table = type it in as the form has it
right-sheet-columns = leave the columns out: { $columns }
right-sheet-free-columns = columns as the form has them, with other numbers: { $columns }
own-form-head = The lost tables of “{ $book }”, as they are played where nobody has the printed ones. Type in what your copy says; leave out the
    tables that it does not have. Rows may be added and taken away, columns may not; a dash is an empty cell. The file stays your own.
own-form-name = My sheet
own-form-columns = Columns: { $columns }
own-form-stand-in = stand-in
own-form-known = as it is printed
