import type { Version } from '../../base/versions.ts';

/** v1 or v2. v1 has resources of v2; each asks this version for the differences. */
export type EarlierVersion = Version & { readonly generation: 1 | 2 };
