# What things are called.

arm-infantry = infantry
arm-cavalry = cavalry
arm-artillery = artillery
arm-train = train

formation-line = line
formation-attack-column = attack column
formation-march-column = march column
formation-single-file = single-file column
formation-square = square
formation-mass = battalion mass
formation-clump = clump
formation-skirmish = skirmish line
