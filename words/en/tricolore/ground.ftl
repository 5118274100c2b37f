# Ground, towns and disorder.

defile-not-in-formation = { $unit } must change its formation before it passes here
broken-may-not-fight = { $unit } has 6 U or more: it may neither attack nor fire
town-foot-only = only infantry and skirmishers go into a town zone: { $unit } does not go into { $town }
town-attack-foot-only = only infantry and skirmishers attack a town zone: { $unit } does not attack { $town }
town-enemy-inside = { $town } holds enemies: { $unit } goes in by an attack only
town-full = { $town } holds { $capacity } bases of a side: there is no room for { $unit }
town-one-partly = one unit already stands partly in { $town }: { $unit } has to find room for all its bases
town-not-inside = { $unit } is not spread over a town zone
town-may-not-assemble = { $unit } assembles in { $town } after one whole movement phase there, and not while there is a town fight
town-assemble-first = { $unit } must be assembled before it leaves { $town }

## Sight

sight-unit = { $unit }
sight-town = { $town }
sight-hidden = { $unit } does not see { $mark }

## Formations

forming-needs-bases = it takes at least { $least } bases to stand so
forming-irregulars = irregular troops form no line
forming-not-this-arm = this arm does not stand so
forming-front = from one to { $most } bases stand in front
