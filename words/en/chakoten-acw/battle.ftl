## The battle: orders from both sides in secret, then the turn for both at once, until the scenario is decided

nothing-awaited-side-now = nothing is awaited from side { $side } now
orders-turn-awaited-answer = orders for the turn are awaited (`"answer": "orders"`)
choices-awaited-answer-choices = choices are awaited (`"answer": "choices"`)
moves-generals-orderlies-awaited = moves of generals and orderlies are awaited (`"answer": "staff"`)
orders-under-instruction-taken = orders under an instruction are taken to agree with it
nothing-called-asked-you = nothing called `{ $key }` is asked of you
not-one-of-choices = `{ $key }`: that is not one of the choices

## The umpire reads the orders before the turn runs: those of a brigade under an instruction must agree with it (03.02.1)

these-orders-agree-instructions = Do these orders agree with the instructions laid on their brigades? Strike those that do not, then let the turn run.
not-agree-instruction = it does not agree with the instruction

order-refused = { $code }: { $reason }
slip-refused = { $code }: { $why }
