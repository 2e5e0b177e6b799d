import { fileURLToPath } from 'node:url';
import { runDataStory } from './data-story.ts';
import { narration, type Print } from './narration.ts';
import { openReceiver } from './receiver.ts';
import { LIST, ScreeningClient, type ScreeningEntrance } from './screening-client.ts';

/** Two editions of one list. The next one adds a person, and changes another one. */
export const editions = {
  first: fileURLToPath(new URL('../../demo/invented-people.csv', import.meta.url)),
  next: fileURLToPath(new URL('../../demo/invented-people-next.csv', import.meta.url)),
};

/**
 * Goes through live screening as a customer's server and an operator would: a list of invented people, a hit, nobody found, a hit
 * in doubt, a suppression and its lapse, a monitor, reports from data. Throws at the first step that doesn't go as it must. The
 * lists, the applicants and the webhook are removed at the end.
 */
export async function runScreeningStory(entrance: ScreeningEntrance, print: Print): Promise<void> {
  const { operator, client, token } = entrance;
  const { settings } = await operator.call('GET', '/health');
  must(settings.analysis !== 'off', 'The server searches no lists with --analysis off. Start it with --analysis on');

  const narrator = narration(client, token, print);
  const { step, say } = narrator;
  step('Open a webhook endpoint on this machine and register it');
  const demo = new ScreeningClient(entrance, narrator, await openReceiver());
  try {
    await demo.registerWebhook();
    step('Load a sanctions list of invented people');
    await demo.load(editions.first);
    await showHit(demo);
    await showNearMiss(demo);
    const namesake = await showSuppression(demo);
    await showMonitor(demo);
    await showLapse(demo, namesake);
    await runDataStory({ operator, step, say, identity: (person) => demo.identity(person) });
    print('\nDone. A reviewer decided the possible hit, and every webhook signature was verified.');
  } finally {
    await demo.close();
  }
  print('The demo removed its list, applicants and webhook.\n');
}

async function showHit(demo: ScreeningClient): Promise<void> {
  demo.narration.step('A hit: the applicant has the name and date of birth of a listed person');
  const { report } = await demo.check(
    await demo.applicant('Iskra Vrtovec', 'Podgorska', '1961-03-04'),
    'check.completed',
  );
  must((await demo.result(report)) === 'consider', 'The listed person was not found');
  await demo.found(report, 'hits');
}

async function showNearMiss(demo: ScreeningClient): Promise<void> {
  demo.narration.step('A near miss: the name is similar to a listed name but stays below the threshold');
  const { report } = await demo.check(await demo.applicant('Gorazd', 'Mlakarjevic', '1991-06-30'), 'check.completed');
  must((await demo.result(report)) === 'clear', 'The near miss is not clear');
  await demo.printReason(report);
  await demo.found(report, 'near');
}

/** Decides a hit in doubt and suppresses it. Returns the id of the applicant. */
async function showSuppression(demo: ScreeningClient): Promise<string> {
  const { step, say } = demo.narration;
  step('A possible hit: same name, different date of birth. The report needs a manual review');
  const namesake = await demo.applicant('Bor', 'Zaletelj', '1990-05-17');
  const { check, report } = await demo.check(namesake, 'report.awaiting_approval');
  const [inDoubt] = await demo.found(report, 'hits');
  must(inDoubt !== undefined, 'The hit in doubt is missing');
  const note = 'Born 32 years after the listed person, by the passport';
  await demo.operate('POST', `/reports/${report}/decide`, { leaves: { sanction: 'clear' }, note });
  say(`the operator decides: not the listed person. "${note}"`);
  await demo.event('check.completed', check);
  must((await demo.result(report)) === 'clear', 'The decision was not taken');

  step('A suppression: the record is ruled out for this applicant, so no reviewer sees it again');
  const suppression = await demo.operate('POST', '/suppressions', {
    report_id: report,
    record: { list: LIST, source_id: inDoubt?.source_id },
    reason: 'different_birth_date',
    note,
  });
  say(`until ${suppression.expires_at}, unless the record or the applicant changes`);
  const ruledOut = await demo.check(namesake, 'check.completed');
  must((await demo.result(ruledOut.report)) === 'clear', 'The suppression does not hold');
  await demo.printReason(ruledOut.report);
  return namesake;
}

/** Monitors an applicant, who is then listed by the next edition of the list. */
async function showMonitor(demo: ScreeningClient): Promise<void> {
  const { step, say, api, send } = demo.narration;
  step('A monitor: an unlisted applicant is screened continuously');
  const watched = await demo.applicant('Zdenka', 'Prelesnik', '1972-08-09');
  const fields = { applicant_id: watched, report_name: 'watchlist_standard' };
  const { body: monitor } = await api('POST', '/watchlist_monitors', 201, { json: fields });
  const checksOf = async () => (await send('GET', `/checks?applicant_id=${watched}`)).body.checks as { id: string }[];
  const first = (await checksOf())[0]?.id as string;
  await demo.event('check.completed', first);
  const matches = `/watchlist_monitors/${monitor.id}/matches`;
  say(`matches: ${(await api('GET', matches, 200)).body.matches.length}`);

  step('Load a new version of the list. It adds the monitored person and a second date of birth to another record');
  await demo.load(editions.next);
  const { body: event } = await demo.event('watchlist_monitor.matches_updated', monitor.id);
  say(event.toString());
  const { length } = (await api('GET', matches, 200)).body.matches;
  must(length === 1, `The monitor has ${length} matches`);
  const second = (await checksOf()).find(({ id }) => id !== first)?.id as string;
  await demo.event('check.completed', second);
  const { body: check } = await api('GET', `/checks/${second}`, 200);
  must((await demo.result(check.report_ids[0])) === 'consider', 'The watched person was not found');
}

/** Checks the applicant of the suppression, whose record the next edition has changed. */
async function showLapse(demo: ScreeningClient, namesake: string): Promise<void> {
  const { step, say } = demo.narration;
  step('The suppression has ended because its record changed. The hit is back, with its history');
  const { report } = await demo.check(namesake, 'check.completed');
  must((await demo.result(report)) === 'consider', 'The hit is not back');
  const [hit] = await demo.found(report, 'hits');
  must(hit?.previously_suppressed !== undefined, 'The history of the hit is missing');
  say(`suppressed before: ${hit?.previously_suppressed?.reason}`);
  say(`lapsed because: ${hit?.previously_suppressed?.lapsed_because}`);
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise);
}
