/** Quantile of the standard normal distribution that an interval of 95 % leaves on either side. */
const Z = 1.959964;

/** Second looks that were given, and how many of them agree with the decision. */
export interface Looks {
  readonly looks: number;
  readonly agreed: number;
}

/**
 * The share of second looks that agree, and the bounds of its Wilson score interval of 95 %, all from 0 to 1; null without a second look.
 * The interval holds with few second looks, too. Source: E. B. Wilson, "Probable inference, the law of succession, and statistical
 * inference", Journal of the American Statistical Association 22 (1927), as in the NIST/SEMATECH e-Handbook, 7.2.4.1.
 */
export function agreementOf({ looks, agreed }: Looks) {
  if (looks === 0) return { agreement: null, agreement_low: null, agreement_high: null };
  const share = agreed / looks;
  const scale = 1 + Z ** 2 / looks;
  const centre = (share + Z ** 2 / (2 * looks)) / scale;
  const spread = (Z / scale) * Math.sqrt((share * (1 - share)) / looks + Z ** 2 / (4 * looks ** 2));
  return {
    agreement: share,
    agreement_low: Math.max(0, centre - spread),
    agreement_high: Math.min(1, centre + spread),
  };
}
