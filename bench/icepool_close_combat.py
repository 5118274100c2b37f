"""The distribution of one close combat of line infantry with icepool, and how long it takes to compute.

Usage: icepool_close_combat.py FACTOR_A FACTOR_B
Writes JSON: the time in microseconds and each outcome's chance as numerator and denominator.
"""

import importlib.metadata
import json
import sys
import time
from fractions import Fraction

import icepool


def outcome(a, b):
    if a == b:
        return "no effect"
    loser, low, high = ("a", a, b) if a < b else ("b", b, a)
    return f"{loser} recoil" if low * 2 > high else f"{loser} destroyed"


def odds(factor_a, factor_b):
    return icepool.map(
        lambda a, b: outcome(a + factor_a, b + factor_b), icepool.d6, icepool.d6
    )


def main():
    factors = int(sys.argv[1]), int(sys.argv[2])
    rounds = 1000
    best = float("inf")
    for _ in range(5):
        begun = time.perf_counter()
        for _ in range(rounds):
            odds(*factors)
        best = min(best, (time.perf_counter() - begun) / rounds)
    die = odds(*factors)
    total = die.denominator()
    chances = {}
    for what, weight in die.items():
        f = Fraction(weight, total)
        chances[what] = [str(f.numerator), str(f.denominator)]
    version = importlib.metadata.version("icepool")
    print(json.dumps({"version": version, "us": best * 1e6, "odds": chances}))


main()
