# Tasks, and how a battle ends.

neither-has-unit-left = neither side has a unit in order or slight disorder left
side-has-no-unit-left = { $side } has no unit in order or slight disorder left
turn-was-last = turn { $turn } was the last
won-by-points = { $ended }; { $more } points against { $less }
equal-points = { $ended }; { $points } points each
won-by-losses = { $ended }; lost { $less } % of its figures against { $more } %
equal-losses-percent = { $ended }; both lost { $lost } % of their figures
last-turn-by-points = the last turn, by points
last-turn-by-losses = the last turn, by losses
last-turn-equal = the last turn, equal losses
nobody-left-by-points = nobody left in order, by points
nobody-left-by-losses = nobody left in order, by losses
nobody-left-equal = nobody left in order, equal losses

task-hold = hold { $ground }
task-hold-place = hold the ground within { $within } cm of ({ $x }, { $y })
task-losses = cost the enemy { $percent } % of his figures
task-take = take or destroy { $units }
task-guns = take { $guns } guns
task-exit-south = bring { $units } off by the south edge
task-exit-west = bring { $units } off by the west edge
task-exit-north = bring { $units } off by the north edge
task-exit-east = bring { $units } off by the east edge
task-keep = keep { $units }
task-at-end = { $task }: { $points } points
task-at-end-each = { $task }: { $points } points each
task-at-turn = { $task } at the end of turn { $turn }: { $points } points
task-at-turn-each = { $task } at the end of turn { $turn }: { $points } points each
task-by-turn = { $task } by the end of turn { $turn }: { $points } points
task-by-turn-each = { $task } by the end of turn { $turn }: { $points } points each

not-done = not done
not-done-decided = not done, decided
done = done
done-decided = done, decided
done-of = { $done } of { $of }
done-of-decided = { $done } of { $of }, decided
task-hold-marked = hold the marked ground
task-take-some = take or destroy { $units } of the enemy's units ({ $kinds })
