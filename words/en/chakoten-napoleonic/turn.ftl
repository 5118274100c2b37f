# The turn and the battle around it.

nothing-awaited-of-side = Nothing is awaited of side { $side } now.
orders-are-awaited = Orders for the turn are awaited.
turn-slip-refused = The slip of { $code } cannot be read: { $why }
choices-are-awaited = Choices within the turn are awaited.
no-unit-of-that-code = You have no unit of the code { $code }.
nothing-of-that-name-asked = Nothing called { $key } is asked of you.
not-one-of-the-choices = That is not one of the choices for { $key }.
the-turn-found-no-end = The turn found no end; it ends here.
off-the-table-is-lost = Off the table it is lost for the rest of the game.
event-gap-made = a passage in { $object }

fire-moment-at-once = at once
fire-moment-time = at { $clock }
fire-moment-passes = when an enemy passes { $place }
fire-moment-before-contact = just before an enemy comes to contact distance of { $unit }

event-building-hit = hits on the building: { $hits }
event-building-ruined = the building is a ruin
event-fire-breaks-out = fire breaks out
event-must-leave = must leave the ruins of { $building }
event-no-facade = no side of { $place } is free to leave by
event-half-destroyed = { $place } is half destroyed; the umpire says what that means
event-burnt-down = burnt down
event-fire-reaches = fire from { $from }: { $outcome }
event-endangered = stands where fire can spread and must be ordered away
event-work = { $place }: { $progress }
event-mine-loaded = { $place } is loaded with { $charges ->
    [one] one charge
   *[other] { $charges } charges
  }
event-mine-carrying = powder is carried to the chamber of { $place }
event-swallowed = destroyed by the mine
event-craft-over = has been sent over empty
event-ranged-in-on = is ranged in on { $place }
