# What is lost in a series of battles.

lost-infantry = infantry (men)
lost-cavalry = cavalry (men)
lost-gunners = gunners (men)
lost-prisoners = prisoners (figures)
lost-fled = fled (figures)
lost-wagons = wagons
lost-generals = generals
