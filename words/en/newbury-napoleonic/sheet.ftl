# The tables of losses of an owner.

sheet-factor-missing = row { $row } of table “{ $id }” should be that of factor { $factor }: each factor from 0 on has its row
