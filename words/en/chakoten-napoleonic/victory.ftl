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

task-hold-for = { $task } at the end of { $turns } turns
task-spare = lose no more than { $percent } % of the own figures
task-judged = { $says } (for the umpire to judge)
