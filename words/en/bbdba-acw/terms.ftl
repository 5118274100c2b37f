# What things are called.

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
