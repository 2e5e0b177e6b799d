import type { Version } from '../../base/versions.ts';

/** v1 or v2: v1 is the resources of v2 with the differences that they ask this version for. */
export type EarlierVersion = Version & { readonly generation: 1 | 2 };
