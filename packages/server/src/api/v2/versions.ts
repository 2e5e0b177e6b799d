/** What differs between v1 and v2, beside their resources: one table, as the minor versions of v3 have theirs. */
export interface EarlierVersion {
  /** Path segment, and beginning of every href. */
  readonly path: 'v1' | 'v2';
  readonly generation: '1' | '2';
}

export const v2: EarlierVersion = { path: 'v2', generation: '2' };
