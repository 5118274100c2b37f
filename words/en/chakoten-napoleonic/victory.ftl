# Tasks, and how a battle ends.

neither-has-intact-unit = neither side has an intact unit left on the table
side-has-no-intact-unit = { $side } has no intact unit left on the table
side-concedes = { $side } concedes
turn-was-last = turn { $turn } was the last
won-by-tasks = { $ended }; tasks worth { $more } against { $less }
equal-tasks = { $ended }; tasks worth { $points } each
end-conceded = conceded
end-last-turn-tasks = the last turn, by tasks
end-last-turn-equal = the last turn, equal tasks
end-nobody-left-tasks = nobody left intact, by tasks
end-nobody-left-equal = nobody left intact, equal tasks

task-hold = hold { $ground }
task-hold-place = hold the ground within { $within } cm of ({ $x }, { $y })
task-hold-for = { $task } at the end of { $turns } turns
task-losses = cost the enemy { $percent } % of his figures
task-spare = lose no more than { $percent } % of the own figures
task-judged = { $says } (for the umpire to judge)
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
