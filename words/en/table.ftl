# Outlines of pieces of ground.

outline-too-few = an outline needs at least 3 different corners, this one has { $corners }
outline-too-many = an outline may have at most { $most } corners, this one has { $corners }
outline-off-table = corner { $corner } of the outline is not a place on any table
outline-crosses-itself = the outline crosses or touches itself: its edge from corner { $first } meets its edge from corner { $second }
outline-without-area = the outline encloses no area: its corners lie in a line
