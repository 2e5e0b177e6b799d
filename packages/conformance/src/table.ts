import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** Demands of the contract on an answer or a delivery. Texts may have `{names}` of saved values. */
interface Expectation {
  /** Sentence that is true if everything is as expected. */
  readonly holds: string;
  /** Number of the rule in the wire contract; default: the rule of the story. */
  readonly rule?: string;
  /** Expected headers by name in lower case; null: the header is absent. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** Expected body, see `compare.ts`. */
  readonly body?: unknown;
  /** The step belongs to these versions alone. */
  readonly versions?: readonly string[];
}

/** One request, and the answer that the contract demands. */
export interface RequestStep extends Expectation {
  /** Method and path, for example `GET /{v}/applicants/{applicant}`. */
  readonly send: string;
  /** `none` sends no token, `wrong` one that doesn't exist; default: the token of the run. */
  readonly token?: 'none' | 'wrong';
  /** Body as JSON. */
  readonly json?: unknown;
  /** Body as an URL-encoded form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Body as a multipart form. `<png>` and the other names of `files.ts` are files. */
  readonly form?: Readonly<Record<string, string>>;
  /** Text of a body that is sent unchanged with the content type of JSON. */
  readonly raw?: string;
  /** Status of the answer; `success` stands for any from 200 to 299. */
  readonly status: number | 'success';
  /** The answer is exactly this file, or empty. */
  readonly bytes?: string;
  /** Values that later steps use: the path in the body by name, for example `{applicant: id}`. */
  readonly save?: Readonly<Record<string, string>>;
  /** The request is repeated until its answer is as expected, because the service works in the background. */
  readonly eventually?: boolean;
  /** The request is sent up to so many times without a pause, until its answer is as expected. */
  readonly times?: number;
}

/** One delivery of a webhook, which the receiver of the run waits for. */
export interface DeliveryStep extends Expectation {
  /** Texts that the body of the delivery has, for example the id of its object and the name of its event. */
  readonly delivered: readonly string[];
  /** Deliveries with these texts that must arrive; default: one. The last one is compared. */
  readonly count?: number;
  /** Secret of the webhook. */
  readonly secret: string;
  /** The hash of the HMAC of the body under the secret, by the header that has it in hexadecimal. */
  readonly signatures: Readonly<Record<string, string>>;
}

export type Step = RequestStep | DeliveryStep;

/** Steps that use each other's values. */
export interface Story {
  readonly story: string;
  readonly rule: string;
  readonly versions: readonly string[];
  /** The story runs only with a receiver of webhooks, or if the run may use up the rate limit. */
  readonly needs?: 'receiver' | 'limits';
  /** The story runs once for each of these sets of values. */
  readonly each?: readonly Readonly<Record<string, string>>[];
  readonly steps: readonly Step[];
}

const folder = fileURLToPath(new URL('../contract/', import.meta.url));

/** Reads the table: all stories of the files in `contract`, in the order of the files' names. */
export function readTable(): Story[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().flatMap((file) => parse(readFileSync(folder + file, 'utf8')) as Story[]);
}
