#!/usr/bin/env python3
"""Writes the figures that Tests/StatisticsTests/SciPy holds the Statistics target against.

    scripts/scipy-reference.py [FOLDER]

Fifty data sets of pairs, drawn by NumPy from a fixed seed, and what SciPy makes of them. Written
with Python 3.11, NumPy and SciPy of the versions in the first line of figures.csv. Fieller's
interval, Hodges and Lehmann's estimate, Holm's adjustment, d_z and Wilcoxon's test of few
differences with ties are not in SciPy: they follow here by their formulas, from SciPy's
distributions.
"""
import usage  # answers --help, before anything is done
import pathlib
import sys

import numpy as np
import scipy
from scipy import stats

LEVEL = 0.95
SHARE = 0.02
RESAMPLES = 9999


def pairs(number, rng):
    """The treatment and the baseline of one data set: ten shapes, each in five sizes."""
    count = [6, 10, 25, 60, 150][number // 10]
    shape = number % 10
    world = rng.normal(100, 10, count)
    if shape == 0:
        return world + rng.normal(-3, 2, count), world
    if shape == 1:
        return world + rng.normal(0, 1, count), world
    if shape == 2:
        return world + rng.exponential(2, count), world
    if shape == 3:
        return world + rng.lognormal(0, 1, count) - 1, world + rng.normal(0, 0.2, count)
    if shape == 4:  # counts, with ties and zeros
        return rng.poisson(6, count).astype(float), rng.poisson(4, count).astype(float) + 1
    if shape == 5:
        return 1.01 * world + rng.normal(0, 0.3, count), world
    if shape == 6:
        return rng.exponential(3, count), rng.exponential(3, count) + 0.5
    if shape == 7:
        return -world + rng.normal(5, 4, count), -world
    if shape == 8:  # few distinct sizes
        return np.round(world / 10) + rng.integers(-1, 2, count), np.round(world / 10)
    return world * rng.lognormal(0.3, 0.4, count), world


def fieller(x, y):
    """Bounded or None: the quadratic of Fieller (1954) as it stands."""
    n = len(x)
    t = stats.t.ppf((1 + LEVEL) / 2, n - 1)
    mx, my = x.mean(), y.mean()
    cov = np.cov(x, y) / n
    a = my * my - t * t * cov[1, 1]
    b = mx * my - t * t * cov[0, 1]
    c = mx * mx - t * t * cov[0, 0]
    root = b * b - a * c
    if a <= 0 or root < 0:
        return None
    return (b - np.sqrt(root)) / a, (b + np.sqrt(root)) / a


def tost(x, y):
    """The larger p of the two one-sided tests of x - (1 +- share) y."""
    sign = np.sign(y.mean())
    upper = stats.ttest_1samp(sign * (x - (1 + SHARE) * y), 0, alternative="less").pvalue
    lower = stats.ttest_1samp(sign * (x - (1 - SHARE) * y), 0, alternative="greater").pvalue
    return max(upper, lower)


def wilcoxon(d):
    """SciPy's; of ties among few differences it has only the normal approximation, so there the
    distribution of all signs of the ranks follows by convolution."""
    nonzero = d[d != 0]
    ties = len(np.unique(np.abs(nonzero))) < len(nonzero)
    if len(nonzero) <= 50 and ties:
        ranks = (2 * stats.rankdata(np.abs(nonzero))).astype(int)
        chances = np.ones(1)
        for rank in ranks:
            chances = np.convolve(chances, np.concatenate([[0.5], np.zeros(rank - 1), [0.5]]))
        found = ranks[nonzero > 0].sum()
        return min(1, 2 * min(chances[:found + 1].sum(), chances[found:].sum()))
    return stats.wilcoxon(
        d, zero_method="wilcox", correction=True,
        method="exact" if len(nonzero) <= 50 else "asymptotic"
    ).pvalue


def holm(values):
    order = np.argsort(values, kind="stable")
    adjusted, largest = np.zeros(len(values)), 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1, (len(values) - rank) * values[place]))
        adjusted[place] = largest
    return adjusted


def main():
    folder = pathlib.Path(
        sys.argv[1] if len(sys.argv) > 1 else
        pathlib.Path(__file__).resolve().parent.parent / "Tests/StatisticsTests/SciPy")
    folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(20240607)
    data = ["set,treatment,baseline"]
    figures = [f"# SciPy {scipy.__version__}, NumPy {np.__version__}", "set,figure,value"]
    p_values = []
    for number in range(50):
        x, y = pairs(number, rng)
        data += [f"{number},{float(a)!r},{float(b)!r}" for a, b in zip(x, y)]
        d = x - y
        n = len(d)
        test = stats.ttest_rel(x, y)
        low, high = test.confidence_interval(LEVEL)
        found = {"mean": d.mean(), "t_low": low, "t_high": high, "t_p": test.pvalue}
        p_values.append(test.pvalue)
        found["wilcoxon_p"] = wilcoxon(d)
        found["skewness"] = stats.skew(d)
        walsh = [(d[i] + d[j]) / 2 for i in range(n) for j in range(i, n)]
        found["hodges_lehmann"] = np.median(walsh)
        found["effect_size"] = d.mean() / d.std(ddof=1) * (1 - 3 / (4 * (n - 1) - 1))
        bounded = fieller(x, y)
        if bounded:
            found["fieller_low"], found["fieller_high"] = bounded
        found["tost_p"] = tost(x, y)
        if n >= 25:
            # Resamples differ: held to a share of the interval's width.
            boot = stats.bootstrap(
                (d,), np.mean, n_resamples=RESAMPLES, confidence_level=LEVEL, method="BCa",
                rng=np.random.default_rng(number)).confidence_interval
            found["bca_low"], found["bca_high"] = boot.low, boot.high
        occurrences = int((d > 0).sum())
        exact = stats.binomtest(occurrences, n).proportion_ci(LEVEL, method="exact")
        found["binomial_k"] = occurrences
        found["binomial_low"], found["binomial_high"] = exact.low, exact.high
        k = number * number // 10
        found["poisson_k"] = k
        found["poisson_low"] = stats.chi2.ppf((1 - LEVEL) / 2, 2 * k) / 2 if k else 0.0
        found["poisson_high"] = stats.chi2.ppf((1 + LEVEL) / 2, 2 * k + 2) / 2
        figures += [f"{number},{name},{float(value)!r}" for name, value in found.items()]
    # Holm over families of five neighbouring sets.
    for first in range(0, 50, 5):
        for place, value in enumerate(holm(p_values[first:first + 5])):
            figures.append(f"{first + place},holm_p,{float(value)!r}")
    (folder / "pairs.csv").write_text("\n".join(data) + "\n")
    (folder / "figures.csv").write_text("\n".join(figures) + "\n")


if __name__ == "__main__":
    main()
