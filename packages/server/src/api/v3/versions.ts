import type { CheckGeneration } from '../../base/generation.ts';

/**
 * What the routes of v3.2 and v3.6 do differently, as the contract has it (10). How other minor versions differ from
 * the routes that serve them stands in the reports (`report-versions.ts`) and below.
 */
export interface Behaviour {
  /** Path segment under which its routes are registered. */
  readonly path: string;
  readonly generation: '3.2' | '3.6';
  /** `location`, `phone_number` and `consents` of applicants, and `location` of documents. */
  readonly location: boolean;
  /** `validate_image_quality` needs the feature of the account. */
  readonly imageQualityFeature: boolean;
  /** Webhooks have a payload version, a name and OAuth settings. */
  readonly webhookOptions: boolean;
}

export const v32: Behaviour = {
  path: 'v3.2',
  generation: '3.2',
  location: false,
  imageQualityFeature: false,
  webhookOptions: false,
};

export const v36: Behaviour = {
  path: 'v3.6',
  generation: '3.6',
  location: true,
  imageQualityFeature: true,
  webhookOptions: true,
};

export const behaviours = [v32, v36] as const;

/** The minor number of a version as it was asked for: 4 of `v3.4`, 0 of `v3`. */
export function minorOf(version: string): number {
  return Number(version.split('.')[1] ?? 0);
}

/** What makes a check that was asked for in a version: from v3.3 on proofs of address come from more countries. */
export function checkGenerationOf({ generation }: Behaviour, version: string): CheckGeneration {
  return generation === '3.2' && minorOf(version) >= 3 ? '3.3' : generation;
}
