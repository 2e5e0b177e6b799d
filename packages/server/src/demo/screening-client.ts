import { isoDate, systemClock } from '../base/clock.ts';
import type { Client } from '../cli/client.ts';
import { importFiles } from '../cli/import-list.ts';
import { CommandFailed } from '../cli/io.ts';
import type { Operator } from '../cli/operator.ts';
import type { Person } from './data-story.ts';
import { type Narration, WEBHOOK_TIMEOUT_MS } from './narration.ts';
import type { Received, Receiver } from './receiver.ts';

/** Name of the list under which the invented people are loaded. */
export const LIST = 'demo-sanctions';

const REPORT = 'watchlist_sanctions_only';

/** Address of every applicant, without the number of the house. */
const address = { street: 'Slovenska cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };

export interface ScreeningEntrance {
  readonly operator: Operator;
  readonly client: Client;
  /** Token of the live environment. */
  readonly token: string;
  /** Id of the account of the token. */
  readonly account: string;
}

interface Hit {
  readonly score: number;
  readonly source_id: string;
  readonly words: readonly string[];
  readonly previously_suppressed?: { readonly reason: string; readonly lapsed_because: string };
}

/** Requests of a customer's server and of an operator in live screening. Prints each, and removes what they made. */
export class ScreeningClient {
  readonly narration: Narration;
  readonly #operator: Operator;
  readonly #ofAccount: string;
  readonly #receiver: Receiver;
  readonly #applicants: string[] = [];
  #webhook: string | undefined;

  constructor({ operator, account }: ScreeningEntrance, narration: Narration, receiver: Receiver) {
    this.narration = narration;
    this.#operator = operator;
    this.#ofAccount = `/accounts/${account}`;
    this.#receiver = receiver;
  }

  async registerWebhook(): Promise<void> {
    const { body } = await this.narration.api('POST', '/webhooks', 201, { json: { url: this.#receiver.url } });
    this.#webhook = body.id;
    this.#receiver.trust(body.token);
  }

  /** Waits for an event of an object, and prints it. */
  async event(action: string, id: string): Promise<Received> {
    const received = await this.#receiver.wait(action, id, WEBHOOK_TIMEOUT_MS);
    const { signature, body } = received;
    this.narration.say(
      `webhook ${action}, X-SHA2-Signature ${signature.slice(0, 12)}…: verified over ${body.length} bytes`,
    );
    return received;
  }

  /** Sends a request about the account. */
  async operate(method: string, path: string, json?: unknown) {
    const answer = await this.#operator.call(method, this.#ofAccount + path, json);
    this.narration.say(`operator: ${method} /operator/v1${this.#ofAccount}${path}`);
    return answer;
  }

  /** Loads an edition of the list. */
  async load(edition: string): Promise<void> {
    const { say } = this.narration;
    // An earlier demo may have ended half-way.
    const fields = { list: LIST, published: isoDate(systemClock.now()), allow_older: 'true', allow_shrink: 'true' };
    const { version } = await importFiles(this.#operator, say, { fields, files: [edition] });
    say(`${version.list} of ${version.published}: ${version.records} invented people`);
    const { added, changed, gone } = version.changes ?? {};
    if (version.changes) say(`compared with the previous version: ${added} added, ${changed} changed, ${gone} gone`);
  }

  /** Creates an applicant and returns its id. */
  async applicant(first_name: string, last_name: string, dob: string): Promise<string> {
    const id = await this.#create({ first_name, last_name, dob, address });
    this.narration.say(`${first_name} ${last_name}, born ${dob}`);
    return id;
  }

  async #create(json: object): Promise<string> {
    const { body } = await this.narration.api('POST', '/applicants', 201, { json });
    this.#applicants.push(body.id);
    return body.id;
  }

  /** Creates a check of one report, and waits for what the service says of it. */
  async check(applicant_id: string, action: 'check.completed' | 'report.awaiting_approval') {
    const order = { applicant_id, report_names: [REPORT] };
    const { body } = await this.narration.api('POST', '/checks', 201, { json: order });
    const report = body.report_ids[0] as string;
    await this.event(action, action === 'check.completed' ? body.id : report);
    return { check: body.id as string, report };
  }

  /** The result of an identity report on a new applicant. */
  async identity({ first_name, last_name, dob, house }: Person): Promise<string> {
    const { api, say } = this.narration;
    const applicant_id = await this.#create({
      first_name,
      last_name,
      dob,
      address: { building_number: house, ...address },
    });
    say(`${first_name} ${last_name}, born ${dob}, ${address.street} ${house}`);
    const order = { applicant_id, report_names: ['identity_enhanced'] };
    const { body } = await api('POST', '/checks', 201, { json: order });
    await this.event('check.completed', body.id);
    const { body: report } = await api('GET', `/reports/${body.report_ids[0]}`, 200);
    const { matched_addresses = [] } = report.properties;
    say(`${report.name}: ${report.result}`);
    for (const { match_types } of matched_addresses) say(`name and address by: ${match_types.join(', ')}`);
    return report.result;
  }

  /** The result of a report; prints its records. */
  async result(id: string): Promise<string> {
    const { api, say } = this.narration;
    const { body } = await api('GET', `/reports/${id}`, 200);
    say(`${body.name}: ${body.result}`);
    for (const { full_name, date_of_birth = [], attribute } of body.properties.records) {
      const of = (type: string) => attribute.find((one: Record<string, string>) => one.attribute_type === type);
      say(`record: ${full_name}, born ${date_of_birth.join(' or ')}, score ${of('Match score')?.attribute_value}`);
    }
    return body.result;
  }

  /** The hits of a report, or the records that are nearly hits, with how their scores came about, as operators see them. */
  async found(id: string, which: 'hits' | 'near'): Promise<Hit[]> {
    const { say } = this.narration;
    const { screenings } = await this.operate('GET', `/reports/${id}/screenings`);
    const records = screenings.at(-1)[which] as Hit[];
    for (const { score, source_id, words } of records) {
      say(`${which === 'hits' ? 'hit' : 'no hit'} ${score.toFixed(2)}: record ${source_id}`);
      for (const word of words) say(`  ${word}`);
    }
    return records;
  }

  /** Prints the reason why the breakdown has its result; clients don't see it. */
  async printReason(id: string): Promise<void> {
    const { leaves } = await this.operate('GET', `/reports/${id}`);
    this.narration.say(leaves.sanction.reason);
  }

  /** Removes the webhook, the applicants and the list. */
  async close(): Promise<void> {
    if (this.#webhook) await this.narration.send('DELETE', `/webhooks/${this.#webhook}`);
    for (const id of this.#applicants) {
      const erasure = { environment: 'live', force: true };
      await this.#operator.call('POST', `${this.#ofAccount}/applicants/${id}/erase`, erasure);
    }
    await removeList(this.#operator);
    await this.#receiver.close();
  }
}

/** Takes the list of the demo out of the search, where it is there. */
async function removeList(operator: Operator): Promise<void> {
  try {
    await operator.call('DELETE', `/watchlists/${LIST}?confirm=true`);
  } catch (error) {
    // It was not loaded yet.
    if (!(error instanceof CommandFailed)) throw error;
  }
}
