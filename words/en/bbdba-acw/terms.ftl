# What things are called.

about-the-book = Big Battle DBA for the American Civil War: alternating turns, a die of movement points for each command, elements, opposed dice.

troop-cavalry = cavalry
troop-dismounted = dismounted cavalry
troop-muskets = muskets
troop-rifles = rifles
troop-jaeger = Jaeger
troop-artillery = artillery
troop-commander = command element
troop-camp = camp

target-camp = camp { $side }

nature-shallow = shallow
nature-ordinary = ordinary
nature-torrent = a torrent with steep banks

## Troops as one says it of an element, such as A4 Rifles

element-of = { $id } { $troop } ({ $command })
of-cavalry = Cavalry
of-dismounted = Dismounted Cavalry
of-muskets = Muskets
of-rifles = Rifles
of-jaeger = Jaeger
of-artillery = Guns
of-commander = the commander
of-camp = Camp
side-of = side { $side }
command-number = command { $number }
the-camp-of = the camp of { $side }

## Ground

gentle-hill = Gentle hill
steep-hill = Steep hill
wood = Wood
marsh = Marsh
rough-ground = Rough ground
dunes = Dunes
oasis = Oasis
fields = Fields
settlement = Settlement
river-is-shallow = shallow and no hindrance
river-is-ordinary = an ordinary river with defensible banks
river-is-torrent = a torrent between steep banks
# A word for a river on the map.
river-shallow = shallow
river-banked = banked
river-torrent = torrent

## Phases

phase-setup = setting up
phase-movement = movement
phase-shooting = shooting
phase-close-combat = close combat
phase-over = the battle is over

## Lengths and winds

some-way = some way
so-many-p = { $p } p
so-many-paces = { $p } paces
nowhere = nowhere
north = north
north-east = north-east
east = east
south-east = south-east
south = south
south-west = south-west
west = west
north-west = north-west
lost-of = { $side } { $lost }/{ $of }
