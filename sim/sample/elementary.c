/* SPDX-FileCopyrightText: 2026 The Sidestep authors */
/* SPDX-License-Identifier: MIT */

/* The functions that drawing needs, as truncated series on a short range; libm's differ in the last
 * bits from one machine to another. Logarithm: Abramowitz and Stegun (1964), 4.1.27, after taking
 * the exponent off; cosine: 4.3.65 and 4.3.66, after folding the turn to an eighth, which is exact.
 */

#include "sample/elementary.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* ln 2 in two parts; the first has few enough bits that its product with an exponent is exact. */
static const double ln2_high = 6.93147180369123816490e-01, ln2_low = 1.90821492927058770002e-10;
static const double two_pi = 6.28318530717958647693, root_two = 1.41421356237309504880;

/* x = m 2^e with m in [1, 2). */
static double split(double x, int *exponent) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    *exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    bits = (bits & 0xfffffffffffff) | UINT64_C(1023) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* log m = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1) / (m + 1), |s| < 0.172. */
double ssti_log(double x) {
    int exponent;
    double m = split(x, &exponent);
    if (m > root_two) {
        m /= 2;
        exponent++;
    }
    double s = (m - 1) / (m + 1), sum = 0;
    for (int n = 23; n >= 1; n -= 2)
        sum = sum * (s * s) + 1.0 / n;
    return exponent * ln2_high + (2 * s * sum + exponent * ln2_low);
}

/* 1 - x^2/2! + x^4/4! - ..., or x - x^3/3! + ... with `odd`; |x| <= pi/4. */
static double series(double x, bool odd) {
    double sum = 0;
    for (int n = 18; n >= 2; n -= 2) {
        int m = odd ? n + 1 : n;
        sum = (1 + sum) * (-(x * x) / (m * (m - 1)));
    }
    return odd ? x * (1 + sum) : 1 + sum;
}

double ssti_cos_turns(double t) {
    if (t > 0.5)
        t = 1 - t;
    bool negative = t > 0.25;
    if (negative)
        t = 0.5 - t;
    double value = t > 0.125 ? series((0.25 - t) * two_pi, true) : series(t * two_pi, false);
    return negative ? -value : value;
}
