# Names of things.

about-the-book = Battalions, squadrons and guns of 1792 to 1815 in moves of about a minute, played by both sides at once from written orders.

nation-austria = Austria
nation-britain = Britain
nation-france = France
nation-prussia = Prussia
nation-russia = Russia
nation-other = another state

arm-line-infantry = line infantry
arm-light-infantry = light infantry
arm-light-cavalry = light cavalry
arm-heavy-cavalry = heavy cavalry
arm-camels = camels
arm-elephants = elephants
arm-field-artillery = foot artillery
arm-horse-artillery = horse artillery
arm-siege-artillery = siege artillery
arm-foot-rockets = foot rockets
arm-horse-rockets = horse rockets

weapon-musket = musket
weapon-rifle = rifle
weapon-dragoon-musket = dragoon musket
weapon-rifled-carbine = rifled carbine
weapon-carbine = carbine
weapon-bow = bow
weapon-double-barrelled = double-barrelled gun
weapon-rifled-musket = rifled musket

piece-pounder = { $pounds }-pounder
piece-howitzer = howitzer
piece-siege-gun = siege gun
piece-siege-howitzer = siege howitzer
piece-launcher = rocket launcher

ammunition-round-shot = round shot
ammunition-canister = canister
ammunition-shell = shell
ammunition-shrapnel = shrapnel
ammunition-rocket-shell = rockets with shell
ammunition-rocket-shrapnel = rockets with shrapnel
ammunition-incendiary-rocket = incendiary rockets

formation-line = line
formation-double-line = double line
formation-company-column = company column
formation-open-company-column = open company column
formation-division-column = column of divisions
formation-open-division-column = open column of divisions
formation-squadron-column = column of squadrons
formation-open-squadron-column = open column of squadrons
formation-march-column = march column
formation-square = square
formation-double-square = double square
formation-mass = mass
formation-skirmish = open order
formation-circle = circle
formation-limbered = limbered
formation-deployed = deployed
formation-building = in a building

state-under-orders = under orders
state-halted = halted
state-giving-ground = giving ground
state-following-up = following up
state-evading = evading
state-withdrawing = withdrawing to cover
state-retreating = retreating
state-pursuing = pursuing
state-routing = routing
state-rallied = rallied, awaiting orders
state-surrendering = surrendering
state-prisoner = prisoner
