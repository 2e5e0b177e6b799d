/**
 * The versions of the API. No other file names a minor version: code asks a version for its capabilities.
 *
 * To add a version, add its row to `published`. To give it something of its own, add a line to `introducedIn` and ask
 * for that capability where it matters.
 */

/** The numbers before the point. Code asks for one where v1, v2 and v3 differ. */
export type Generation = 1 | 2 | 3;

/** Properties from which a version is made. */
export interface VersionRow {
  /** Path segment: `v3.6`. */
  readonly name: `v${string}`;
  /** Name of the version whose routes and schemas serve this one; default: its own. */
  readonly routes?: `v${string}`;
  /** Version that a check stores as its creator; default: the number of this version. */
  readonly rules?: string;
}

/**
 * Every published version, oldest first. Two sets of routes serve the seven versions of v3: registering each of them
 * would cost three times the start-up time and memory for the same schemas.
 */
export const published: readonly VersionRow[] = [
  { name: 'v1' },
  { name: 'v2' },
  { name: 'v3', routes: 'v3.2', rules: '3.2' },
  { name: 'v3.1', routes: 'v3.2', rules: '3.2' },
  { name: 'v3.2' },
  { name: 'v3.3', routes: 'v3.2' },
  { name: 'v3.4', routes: 'v3.6', rules: '3.6' },
  { name: 'v3.5', routes: 'v3.6', rules: '3.6' },
  { name: 'v3.6' },
];

/**
 * Each capability with the first version that has it; all later versions have it too. Versions that share routes may
 * differ only in capabilities that are asked for in each request.
 */
const introducedIn = {
  /** Proofs of address of countries other than Great Britain. */
  addressProofsAbroad: 'v3.3',
  /** `valid_document_date` in a `proof_of_address` report. */
  addressProofAge: 'v3.3',
  /** `location`, `phone_number` and `consents` of applicants, and the errors that ask for them; `location` of documents. */
  applicantLocation: 'v3.4',
  /** Types of ID number beyond the types of the first v3. */
  moreIdNumberTypes: 'v3.4',
  /** `validate_image_quality` needs the feature of the account. */
  imageQualityFeature: 'v3.4',
  /** Payload version, name and OAuth settings of webhooks, and sending a completed check again. */
  webhookOptions: 'v3.4',
  /** Webhook events of workflows, monitors and audit logs; other default events. */
  laterEvents: 'v3.4',
  /** Routes of events: our own. */
  events: 'v3.4',
  /** Routes of ID photos, in place of `/live_photos/live_photos`. */
  idPhotos: 'v3.4',
  /** Routes of motion captures. */
  motionCaptures: 'v3.4',
  /** The portrait of a chip and the video of a document. */
  documentParts: 'v3.4',
  /** `GET /repeat_attempts/{report_id}`. */
  repeatAttempts: 'v3.4',
  /** `POST /results_feedback`. */
  resultsFeedback: 'v3.4',
  /** Routes of applicants' passkeys. */
  passkeys: 'v3.4',
  /** Routes of workflow runs, their tasks and files. */
  workflows: 'v3.4',
  /** Routes of documents for signing and of the results of electronic signatures. */
  signatures: 'v3.4',
  /** Routes of biometric tokens. */
  biometricTokens: 'v3.4',
  /** Findings of a watchlist report, as the risks of an alert. */
  watchlistAlerts: 'v3.4',
  /** The `phone_verification` report. */
  phoneVerification: 'v3.4',
  /** Precedence of `sub_result` in sandbox over a document type that the last name requests. */
  subResultFirst: 'v3.4',
  /** Lists of captures in facial similarity reports. */
  reportCaptures: 'v3.4',
  /** Properties of document reports in their present types, and those that no source dates more closely. */
  laterDocumentProperties: 'v3.4',
  /** Breakdown of `compromised_document`. */
  compromisedDocumentBreakdown: 'v3.5',
  /** Calls that decide what the sandbox does: our own. */
  sandboxCalls: 'v3.4',
  /** Applicants from CSV files: our own. */
  applicantImports: 'v3.4',
  /** Routes by which applicants are asked for more, for a report that waits for a reviewer: our own. */
  informationRequests: 'v3.4',
  /** Document reports that answer for an age alone: our own. */
  ageOnly: 'v3.4',
  /** `national_id_number`, `ssn` and `ssn1` in an `identity_enhanced` report. */
  identityNumbers: 'v3.5',
  /** `source_integrity` in a `proof_of_address` report. */
  addressProofSource: 'v3.5',
  /** `suspected` on the matches of a `known_faces` report. */
  suspectedFaces: 'v3.6',
} as const satisfies Record<string, `v${string}`>;

/** Something that a version has or has not. */
export type Capability = keyof typeof introducedIn;

/** A version of the API with its capabilities: `version.workflows` is true from the version on that introduced them. */
export interface Version extends Readonly<Record<Capability, boolean>> {
  /** Path segment, and beginning of every href: `v3.6`. */
  readonly name: string;
  /** `3.6`; of `v3` it is `3.0`. */
  readonly number: string;
  readonly generation: Generation;
  /** 4 of `v3.4`, 0 of `v3`. */
  readonly minor: number;
  /** Name of the version whose routes serve this one. */
  readonly routes: string;
  /** Version that a check stores as its creator. */
  readonly rules: string;
}

type Place = Pick<Version, 'generation' | 'minor'>;

function placeOf(name: string): Place {
  const [generation, minor = '0'] = name.slice(1).split('.');
  return { generation: Number(generation) as Generation, minor: Number(minor) };
}

/** Returns whether a version is `name` or later. */
export function atLeast(version: Place, name: string): boolean {
  const { generation, minor } = placeOf(name);
  return version.generation === generation ? version.minor >= minor : version.generation > generation;
}

/** The first version that has a capability, `v3.4`. */
export function firstVersionWith(capability: Capability): string {
  return introducedIn[capability];
}

function toVersion({ name, routes = name, rules = name.slice(1) }: VersionRow): Version {
  const place = placeOf(name);
  const capabilities = Object.entries(introducedIn).map(([capability, first]) => [capability, atLeast(place, first)]);
  return {
    name,
    number: place.generation < 3 ? `${place.generation}` : `${place.generation}.${place.minor}`,
    ...place,
    routes,
    rules,
    ...(Object.fromEntries(capabilities) as Record<Capability, boolean>),
  };
}

/** The versions that a service serves. */
export class Versions {
  /** Oldest first. */
  readonly all: readonly Version[];
  readonly latest: Version;
  readonly #byName: ReadonlyMap<string, Version>;
  readonly #byRules: ReadonlyMap<string, Version>;

  /** @param rows oldest first */
  constructor(rows: readonly VersionRow[] = published) {
    this.all = rows.map(toVersion);
    this.latest = this.all.at(-1)!;
    this.#byName = new Map(this.all.map((version) => [version.name, version]));
    this.#byRules = new Map(this.all.map((version) => [version.rules, version]));
  }

  /** The version with a path segment; undefined for one that was never published. */
  named(name: string): Version | undefined {
    return this.#byName.get(name);
  }

  /** The versions that have routes of their own, oldest first. */
  get served(): readonly Version[] {
    return this.all.filter(({ name, routes }) => name === routes);
  }

  /** The newest version with the rules that a check keeps; the latest for rules of a later release of the service. */
  withRules(rules: string): Version {
    return this.#byRules.get(rules) ?? this.latest;
  }
}

/** The published versions, for code without a running service. */
export const publishedVersions = new Versions();
