# The few words of a printed map; everything else comes with the board.

umpires-map = the umpire's map
as-seen-by = as { $name } see it
north-mark = N
in-open-order = { $arm }, open order

## What is drawn over the map

went = went
fell-back = fell back
fired = fired
fought = fought hand to hand
fell = lost

## What stands on the map

infantry = infantry
cavalry = cavalry
dismounted = dismounted
artillery = artillery
limbered = limbered guns
wagon-or-camp = wagon, camp
general = general
orderly = orderly
steep-hill = steep hill
hill = hill
wood = wood
fields = fields
rough = rough ground
marsh = marsh
water = water
beach = beach
river = river
stream = stream
road = road
bridge = bridge
ford = ford
town = town
building = building
fence = fence
hedge = hedge
wall = wall
works = works
abatis = abatis
barricade = barricade
camp = camp
digging = work under way
fire = fire
boat = ferry or boat
zone = named ground

## Pictures

no-svg = the map is no SVG that can be drawn: { $why }
bad-size = a picture of { $width } by { $height } pixels cannot be drawn; each side must be from 1 to { $most }
cannot-encode = the picture cannot be written as PNG: { $why }
