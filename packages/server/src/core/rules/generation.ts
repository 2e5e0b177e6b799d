/** The generations of v3 that differ in what they know: 3.0–3.3 are as 3.2, 3.4–3.6 as 3.6. */
export type Generation = '3.2' | '3.6';
