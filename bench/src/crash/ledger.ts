import type { Picture } from './pictures.ts';

/** Possible current values: one as long as every request was answered, several after one that wasn't. */
export class Possible<T> {
  #values: Set<T>;

  constructor(value: T) {
    this.#values = new Set([value]);
  }

  /** A request for `value` is on its way: it may have been done or not, until an answer shows it. */
  attempt(value: T): void {
    this.#values.add(value);
  }

  /** An answer arrived. */
  settle(value: T): void {
    this.#values = new Set([value]);
  }

  has(value: T): boolean {
    return this.#values.has(value);
  }

  toString(): string {
    return [...this.#values].join(' or ');
  }
}

export type FileKind = 'documents' | 'live_photos';
export type ApplicantState = 'active' | 'scheduled' | 'erased';

/** File that was uploaded; without an id it was attempted and never acknowledged. The same holds below. */
interface MadeFile {
  readonly kind: FileKind;
  /** Name that no other upload has. */
  readonly name: string;
  readonly picture: Picture;
  id?: string;
}

interface MadeCheck {
  readonly reports: readonly string[];
  id?: string;
  reportIds?: readonly string[];
}

export interface MadeApplicant {
  /** E-mail address that no other applicant has. */
  readonly email: string;
  readonly lastName: string;
  readonly firstName: Possible<string>;
  readonly state: Possible<ApplicantState>;
  readonly files: MadeFile[];
  readonly checks: MadeCheck[];
  id?: string;
}

/** Kinds of acknowledged requests that the result counts. */
export type Deed =
  | 'applicants'
  | 'updates'
  | 'documents'
  | 'live_photos'
  | 'checks'
  | 'deletions'
  | 'restores'
  | 'erasures';

/** Ledger of the clients' requests and their acknowledgements, kept outside of the service that is killed. */
export class Ledger {
  readonly applicants: MadeApplicant[] = [];
  readonly acknowledged = new Map<Deed, number>();
  unacknowledged = 0;
  /** True while a part is away without which the service refuses requests with 503. */
  outage = false;
  /** Answers that no crash explains. */
  readonly surprises: string[] = [];
  #touched = new Set<MadeApplicant>();
  #names = 0;

  /** A name that no other object has. */
  name(): string {
    this.#names += 1;
    return `n${this.#names}`;
  }

  add(applicant: MadeApplicant): void {
    this.applicants.push(applicant);
    this.#touched.add(applicant);
  }

  touch(applicant: MadeApplicant): void {
    this.#touched.add(applicant);
  }

  count(deed: Deed): void {
    this.acknowledged.set(deed, (this.acknowledged.get(deed) ?? 0) + 1);
  }

  /** The applicants that requests were about since the last call. */
  takeTouched(): MadeApplicant[] {
    const touched = [...this.#touched];
    this.#touched = new Set();
    return touched;
  }
}
