# Scenarios: what is wrong with them and what would be right; what they hold.

a-scenario = a scenario
a-side = a side
an-order = a game order
an-oval = an oval
a-steep-slope = a steep slope
right-date = date = "1809-05-21": the year says how the armies are organised
no-such-day = “{ $text }” is no day of these wars
weather-of-competitions = in competitions the weather is fine and windy
right-season = season = "spring", "summer", "autumn" or "winter"
weather-rolled-and-said = the weather is rolled for, and said
no-such-wind = a wind towards { $given }
right-wind = degrees from 0 to 359 towards which it blows, or "calm"
right-area = area = [[x, y], ...], the corners of where the side deploys, in order
both-sides-same-edge = both sides have the same base line
give-each-side-edge-own = each side has an edge of its own
building-too-small = a building without walls
right-objective = name, points, and ground = "the village", or place = [100, 60] and within = 5
right-objective-points = points = 200, or [200, 100] for the one side and the other
points-of-each-side = these are no points of two sides
no-such-ground = there is no ground called “{ $name }”
objective-nowhere = the objective lies nowhere on the table
objective-twice = there are two objectives called “{ $name }”
competition-without-objectives = a competition without objectives
comes-beside-table = it would come on beside the table
right-arrival-place = at = how far along the edge, in cm
no-such-building = there is no building called “{ $name }”
right-building = building = "the farm": the name of a building of [ground]
stands-nowhere-yet = “{ $code }” has `{ $key }`, but it does not stand in the open
general-off-table = general “{ $code }” stands off the table
right-general-place = x and y on the table, or with = the code of a unit
general-with-nobody = there is no own unit “{ $code }” on the table
right-general-with = with = the code of a unit of his side
general-nowhere = general “{ $code }” stands nowhere
right-order = task = "hold", "advance", "attack", "support", "screen" or "reserve", with what belongs to it
order-names-nobody = the order names “{ $code }”, whom it cannot mean
right-order-objective = objective = the name of a piece of ground or an objective, or beside = an own unit
route-off-table = the route leaves the table
targets-are-codes = targets are codes of enemy units
right-targets = targets = ["x1", "x2"]
double-to-nowhere = double moves, and no objective to make them to
cannot-stand-so = “{ $code }” cannot stand so
stands-where-it-cannot = “{ $code }” stands where it cannot: { $name }
put-elsewhere = put it elsewhere
outside-deployment = “{ $code }” stands outside the ground where its side deploys
right-deployment = within 40 cm of the own base line, or in the side's `area`
building-too-full = { $figures } figures in “{ $name }”
building-of-both = both sides are in “{ $name }”
detached-to-others = detachment “{ $code }” is of another brigade than its unit

## Formations

cannot-form-so = such troops may not stand in { $formation }
cannot-skirmish = such troops may not go in open order
circles-of-irregular-horse = only irregular cavalry rides in circles
square-needs = such a square needs { $least } figures
square-too-wide = a side of { $side } figures is wider than { $most }
divisions-are-french = only the French form columns of divisions
six-companies-by-divisions = after 1808 a battalion with all six companies forms its column by divisions
fewer-companies-by-companies = after 1808 a battalion without all its companies forms its column by companies
open-column-of-a-and-b = only class A and B march in open column

## In a few lines

day-and-place = { $day }, { $place }
side-holds = { $name }: { $battalions ->
    [one] 1 battalion
   *[other] { $battalions } battalions
}, { $regiments ->
    [one] 1 regiment of cavalry
   *[other] { $regiments } regiments of cavalry
}, { $guns ->
    [one] 1 gun model
   *[other] { $guns } gun models
}, { $figures } figures, { $points } points ({ $side })
table-and-moves = { $width } by { $depth } cm, { $moves } moves

## Battles by the dice

made-by-the-dice = A battle of points, laid by the dice: number { $number }.
battle-of-points = A battle of { $points } points
battle-of-points-briefing = Two armies of the same points. The middle of the field counts most; what is left of an army counts for it.
army-of-points-briefing = Take the middle of the field and keep your army whole: every battalion that stands at the end counts for you.
country-farmland = fields, hedges, farms
country-woodland = woods and heath
country-hills = hills
country-open = open country
points-of = { $points } points
choice-country = what the country is like
choice-south = who comes from the south
choice-north = who comes from the north
choice-points = how large the armies are
