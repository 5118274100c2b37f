# Scenarios: what they hold, and what can be wrong with them.

## What a scenario holds

army-holds = { $side }  { $name }: { $elements } elements in { $commands ->
    [one] 1 command
   *[other] { $commands } commands
}
terrain-of-pieces = { $kind }, { $pieces } pieces of terrain
terrain-by-defender = terrain laid by the defender
table-and-terrain = { $width } x { $depth } p, { $terrain }
ready-to-fight = ready to fight
deployed-in-turn = deployed in turn
deployed-in-secret-how = deployed in secret

## Laying a lawful, varied battlefield, and writing a whole scenario down

generated-title = A battle by the dice: { $kind }, number { $number }
generated-briefing =
    Two armies have found each other in { $kind } country. Each side must break the other's commands or take its camp before
    its own line gives way.
choose-terrain = Terrain type
farmland = fields and roads
woodland = mostly woods
mountains = steep and rocky
steppe = open country
desert = dunes and an oasis
tropics = jungle and marsh
coast = at the sea
choose-board = The table and the size of the armies
board-ordinary = 60 x 60 cm, 12 elements a side
board-several-commands = 120 x 60 cm, 36 elements a side in three commands
board-large = 120 x 80 cm, 36 elements a side in three commands
choose-deployment = Drawn up and ready to fight, or deployed in play
