import { fileURLToPath } from 'node:url';
import { isoDate, systemClock } from '../base/clock.ts';
import type { Client } from '../cli/client.ts';
import { importFiles } from '../cli/import-list.ts';
import { CommandFailed } from '../cli/io.ts';
import type { Operator } from '../cli/operator.ts';
import { type Person, runDataStory } from './data-story.ts';
import { narration, type Print, WEBHOOK_TIMEOUT_MS } from './narration.ts';
import { openReceiver, type Received } from './receiver.ts';

/** Name of the list under which the invented people are loaded. */
const LIST = 'demo-sanctions';

const REPORT = 'watchlist_sanctions_only';

/** Two editions of one list. The next one adds a person, and changes another one. */
export const editions = {
  first: fileURLToPath(new URL('../../demo/invented-people.csv', import.meta.url)),
  next: fileURLToPath(new URL('../../demo/invented-people-next.csv', import.meta.url)),
};

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

/**
 * Goes through live screening as a customer's server and an operator would: a list of invented people, a hit, nobody found, a hit
 * in doubt, a suppression and its lapse, a monitor, reports from data. Throws at the first step that doesn't go as it must. The
 * lists, the applicants and the webhook are removed at the end.
 */
export async function runScreeningStory(
  { operator, client, token, account }: ScreeningEntrance,
  print: Print,
): Promise<void> {
  const { step, say, api, send } = narration(client, token, print);
  const ofAccount = `/accounts/${account}`;
  const applicants: string[] = [];

  async function operate(method: string, path: string, json?: unknown) {
    const answer = await operator.call(method, path, json);
    say(`operator: ${method} /operator/v1${path}`);
    return answer;
  }

  async function load(edition: string) {
    // An earlier demo may have ended half-way.
    const fields = { list: LIST, published: isoDate(systemClock.now()), allow_older: 'true', allow_shrink: 'true' };
    const { version } = await importFiles(operator, say, { fields, files: [edition] });
    say(`${version.list} of ${version.published}: ${version.records} invented people`);
    const { added, changed, gone } = version.changes ?? {};
    if (version.changes) say(`against the version before: ${added} added, ${changed} changed, ${gone} gone`);
  }

  async function applicant(first_name: string, last_name: string, dob: string): Promise<string> {
    const address = { street: 'Slovenska cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
    const { body } = await api('POST', '/applicants', 201, { json: { first_name, last_name, dob, address } });
    applicants.push(body.id);
    say(`${first_name} ${last_name}, born ${dob}`);
    return body.id;
  }

  const { settings } = await operator.call('GET', '/health');
  must(settings.analysis !== 'off', 'The server searches no lists with --analysis off. Start it with --analysis on');

  step('Open a webhook endpoint on this machine and register it');
  const receiver = await openReceiver();
  let webhook: { id: string; token: string } | undefined;

  const waitFor = (action: string, id: string) => receiver.wait(action, id, WEBHOOK_TIMEOUT_MS);
  const sayEvent = ({ action, signature, body }: Received) =>
    say(`webhook ${action}, X-SHA2-Signature ${signature.slice(0, 12)}…: verified over ${body.length} bytes`);

  /** Creates a check of one report, and waits for what the service says of it. */
  async function check(applicant_id: string, action: 'check.completed' | 'report.awaiting_approval') {
    const { body } = await api('POST', '/checks', 201, { json: { applicant_id, report_names: [REPORT] } });
    const id = body.report_ids[0] as string;
    sayEvent(await waitFor(action, action === 'check.completed' ? body.id : id));
    return { check: body.id as string, report: id };
  }

  /** The result of an identity report on a new applicant. */
  async function identity({ first_name, last_name, dob, house }: Person) {
    const place = {
      building_number: house,
      street: 'Slovenska cesta',
      town: 'Ljubljana',
      postcode: '1000',
      country: 'SVN',
    };
    const json = { first_name, last_name, dob, address: place };
    const { body: made } = await api('POST', '/applicants', 201, { json });
    applicants.push(made.id);
    say(`${first_name} ${last_name}, born ${dob}, Slovenska cesta ${house}`);
    const order = { applicant_id: made.id, report_names: ['identity_enhanced'] };
    const { body } = await api('POST', '/checks', 201, { json: order });
    sayEvent(await waitFor('check.completed', body.id));
    const { body: report } = await api('GET', `/reports/${body.report_ids[0]}`, 200);
    const { matched_addresses = [] } = report.properties;
    say(`${report.name}: ${report.result}`);
    for (const { match_types } of matched_addresses) say(`name and address by: ${match_types.join(', ')}`);
    return report.result as string;
  }

  async function result(id: string): Promise<string> {
    const { body } = await api('GET', `/reports/${id}`, 200);
    say(`${body.name}: ${body.result}`);
    for (const { full_name, date_of_birth = [], attribute } of body.properties.records) {
      const of = (type: string) => attribute.find((one: Record<string, string>) => one.attribute_type === type);
      say(`record: ${full_name}, born ${date_of_birth.join(' or ')}, score ${of('Match score')?.attribute_value}`);
    }
    return body.result;
  }

  /** The hits of a report, or the records that are nearly hits, with how their scores came about, as operators see them. */
  async function found(id: string, which: 'hits' | 'near'): Promise<Hit[]> {
    const { screenings } = await operate('GET', `${ofAccount}/reports/${id}/screenings`);
    const records = screenings.at(-1)[which] as Hit[];
    for (const { score, source_id, words } of records) {
      say(`${which === 'hits' ? 'hit' : 'no hit'} ${score.toFixed(2)}: record ${source_id}`);
      for (const word of words) say(`  ${word}`);
    }
    return records;
  }

  /** Prints the reason why the breakdown has its result; clients don't see it. */
  async function reason(id: string): Promise<void> {
    const { leaves } = await operate('GET', `${ofAccount}/reports/${id}`);
    say(leaves.sanction.reason);
  }

  try {
    webhook = (await api('POST', '/webhooks', 201, { json: { url: receiver.url } })).body as {
      id: string;
      token: string;
    };
    receiver.trust(webhook.token);

    step('Load a sanctions list of invented people');
    await load(editions.first);

    step('A hit: the applicant has the name and date of birth of a listed person');
    const listed = await check(await applicant('Iskra Vrtovec', 'Podgorska', '1961-03-04'), 'check.completed');
    must((await result(listed.report)) === 'consider', 'The listed person was not found');
    await found(listed.report, 'hits');

    step('A near miss: the name is similar to a listed name but stays below the threshold');
    const near = await check(await applicant('Gorazd', 'Mlakarjevic', '1991-06-30'), 'check.completed');
    must((await result(near.report)) === 'clear', 'The near miss is not clear');
    await reason(near.report);
    await found(near.report, 'near');

    step('A possible hit: same name, different date of birth. The report needs a manual review');
    const namesake = await applicant('Bor', 'Zaletelj', '1990-05-17');
    const doubtful = await check(namesake, 'report.awaiting_approval');
    const [inDoubt] = await found(doubtful.report, 'hits');
    must(inDoubt !== undefined, 'The hit in doubt is missing');
    const note = 'Born 32 years after the listed person, by the passport';
    await operate('POST', `${ofAccount}/reports/${doubtful.report}/decide`, { leaves: { sanction: 'clear' }, note });
    say(`the operator decides: not the listed person. "${note}"`);
    sayEvent(await waitFor('check.completed', doubtful.check));
    must((await result(doubtful.report)) === 'clear', 'The decision was not taken');

    step('A suppression: the record is ruled out for this applicant, so no reviewer sees it again');
    const record = { list: LIST, source_id: inDoubt?.source_id };
    const suppression = await operate('POST', `${ofAccount}/suppressions`, {
      report_id: doubtful.report,
      record,
      reason: 'different_birth_date',
      note,
    });
    say(`until ${suppression.expires_at}, unless the record or the applicant changes`);
    const ruledOut = await check(namesake, 'check.completed');
    must((await result(ruledOut.report)) === 'clear', 'The suppression does not hold');
    await reason(ruledOut.report);

    step('A monitor: an unlisted applicant is screened continuously');
    const watched = await applicant('Zdenka', 'Prelesnik', '1972-08-09');
    const fields = { applicant_id: watched, report_name: 'watchlist_standard' };
    const { body: monitor } = await api('POST', '/watchlist_monitors', 201, { json: fields });
    const checksOf = async () => (await send('GET', `/checks?applicant_id=${watched}`)).body.checks as { id: string }[];
    const first = (await checksOf())[0]?.id as string;
    sayEvent(await waitFor('check.completed', first));
    const matches = `/watchlist_monitors/${monitor.id}/matches`;
    say(`matches: ${(await api('GET', matches, 200)).body.matches.length}`);

    step('Load a new version of the list. It adds the monitored person and a second date of birth to another record');
    await load(editions.next);
    const event = await waitFor('watchlist_monitor.matches_updated', monitor.id);
    sayEvent(event);
    say(event.body.toString());
    const { length } = (await api('GET', matches, 200)).body.matches;
    must(length === 1, `The monitor has ${length} matches`);
    const second = (await checksOf()).find(({ id }) => id !== first)?.id as string;
    sayEvent(await waitFor('check.completed', second));
    const { body: watchedCheck } = await api('GET', `/checks/${second}`, 200);
    must((await result(watchedCheck.report_ids[0])) === 'consider', 'The watched person was not found');

    step('The suppression has ended because its record changed. The hit is back, with its history');
    const back = await check(namesake, 'check.completed');
    must((await result(back.report)) === 'consider', 'The hit is not back');
    const [again] = await found(back.report, 'hits');
    must(again?.previously_suppressed !== undefined, 'The history of the hit is missing');
    say(`suppressed before: ${again?.previously_suppressed?.reason}`);
    say(`lapsed because: ${again?.previously_suppressed?.lapsed_because}`);

    await runDataStory({ operator, step, say, identity });

    print('\nDone. A reviewer decided the possible hit, and every webhook signature was verified.');
  } finally {
    if (webhook) await send('DELETE', `/webhooks/${webhook.id}`);
    for (const id of applicants) {
      await operator.call('POST', `${ofAccount}/applicants/${id}/erase`, { environment: 'live', force: true });
    }
    await removeList(operator);
    await receiver.close();
  }
  print('The demo removed its list, applicants and webhook.\n');
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

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
