/** Places after the decimal point of a share. */
const PLACES = 4;

/** A share in a CSV file of figures: `0.1250`; null, an empty cell, without a share. */
export const shareCell = (share: number | null): string | null => (share === null ? null : share.toFixed(PLACES));
