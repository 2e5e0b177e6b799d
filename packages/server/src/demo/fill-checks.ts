import { beginRun, registerBrokenWebhook, sendBadFiles, watch } from './fill-pages.ts';
import { type Invented, liveCase, sandboxCase } from './fill-people.ts';
import type { Narration } from './narration.ts';

/** Checks of the sandbox whose events a webhook is sent; applicants of each environment with a run, and live ones with a monitor. */
const NOTIFIED = 20;
const RUNS = 6;
const MONITORS = 3;

/** Data that an applicant gives with their name. */
const given = {
  location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
  consents: [{ name: 'privacy_notices_read', granted: true }],
  address: { street: 'Deansgate', town: 'Manchester', postcode: 'M3 4LY', country: 'GBR' },
};

type Environment = 'sandbox' | 'live';

/** Makes the checks of the demo, each with its applicant and files, by their numbers from 0. */
export class FillChecks {
  readonly #of: Readonly<Record<Environment, Narration>>;
  readonly #pictures: { readonly passport: Buffer; readonly portrait: Buffer };
  readonly #sandboxCount: number;

  /** @param sandboxCount number of all checks of the sandbox */
  constructor(
    of: Readonly<Record<Environment, Narration>>,
    pictures: { readonly passport: Buffer; readonly portrait: Buffer },
    sandboxCount: number,
  ) {
    this.#of = of;
    this.#pictures = pictures;
    this.#sandboxCount = sandboxCount;
  }

  /** Makes a check of the sandbox. Returns its id. */
  async sandbox(index: number): Promise<string> {
    const { sandbox } = this.#of;
    const { passport, portrait } = this.#pictures;
    if (index === Math.max(0, this.#sandboxCount - NOTIFIED)) await registerBrokenWebhook(sandbox);
    const { report_names, tags, ...person } = sandboxCase(index);
    const applicant_id = await this.#applicant('sandbox', person);
    await sendBadFiles(sandbox, 'sandbox', { index, applicant_id, passport });
    await this.#upload('sandbox', '/documents', passport, { applicant_id, type: 'passport', issuing_country: 'GBR' });
    if (report_names.includes('facial_similarity_photo')) {
      await this.#upload('sandbox', '/live_photos', portrait, { applicant_id });
    }
    if (index < RUNS) await beginRun(sandbox, applicant_id);
    return this.#check('sandbox', { applicant_id, report_names, tags });
  }

  /** Makes a live check. `document`: picture of its passport, if it has one. */
  async live(index: number, document: Promise<Buffer> | undefined): Promise<void> {
    const { live } = this.#of;
    const { applicant: person, report_names } = liveCase(index);
    const applicant_id = await this.#applicant('live', person);
    if (document) {
      const passport = await document;
      await sendBadFiles(live, 'live', { index, applicant_id, passport });
      await this.#upload('live', '/documents', passport, { applicant_id, type: 'passport' });
    }
    if (report_names.includes('facial_similarity_photo')) {
      // No analyser finds a face in a drawing: a person looks at it.
      const fields = { applicant_id, advanced_validation: 'false' };
      await this.#upload('live', '/live_photos', this.#pictures.portrait, fields);
    }
    await this.#check('live', { applicant_id, report_names });
    if (index < RUNS) await beginRun(live, applicant_id);
    if (index < MONITORS) await watch(live, applicant_id);
  }

  async #applicant(environment: Environment, person: Invented): Promise<string> {
    const { body } = await this.#of[environment].api('POST', '/applicants', 201, { json: { ...person, ...given } });
    return body.id;
  }

  #upload(environment: Environment, path: string, bytes: Buffer, fields: Record<string, string>): Promise<string> {
    return this.#of[environment].upload(path, 'specimen.jpg', bytes, fields);
  }

  async #check(environment: Environment, order: object): Promise<string> {
    return (await this.#of[environment].api('POST', '/checks', 201, { json: order })).body.id;
  }
}
