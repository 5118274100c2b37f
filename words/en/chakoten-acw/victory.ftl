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

task-hold-marked = hold the marked ground
task-take-some = take or destroy { $units } of the enemy's units ({ $kinds })
