# Scenarios: what they hold, and what can be wrong with them.

## What a scenario holds

side-holds = { $side }  { $name }: { $units } units, { $figures } figures
table-and-turns = { $width } x { $depth } cm, { $turns } turns

## Battles laid by the dice

generated-title = Two brigades near { $hamlet } ({ $kind }, { $seed })
generated-briefing = Two brigades a side meet on the road. Every brigade has a battery, either side some cavalry and an ammunition wagon,
    and neither knows what is behind the regiments it sees.
generated-side-briefing = Drive the enemy from the road and hold it. You do not know how strong he is.
choose-terrain = What the country is like; two brigades a side on 240 x 160 cm, drawn up
farmland = fields, fences, a few woods and a hamlet
woodland = woods everywhere, a clearing or two
mountains = hills of one and two steps, woods between them
steppe = open country
coast = a lake on one side, swamps, a causeway
after-sunrise = soon after sunrise
a-clear-morning = a clear morning
towards-noon = towards noon
in-the-afternoon = in the afternoon
