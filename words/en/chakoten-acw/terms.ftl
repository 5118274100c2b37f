# What things are called.

kind-infantry = infantry
kind-mounted = mounted cavalry
kind-dismounted = dismounted cavalry
kind-unlimbered = unlimbered artillery
kind-limbered = limbered artillery
kind-wagon = ammunition wagon

formation-march-column = march column
formation-attack-column = attack column
formation-line = line
formation-thin-line = thin line
formation-chain = chain

ammunition-shell = shell
ammunition-round-shot = round shot
ammunition-canister = canister
