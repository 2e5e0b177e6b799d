import { isoDate, systemClock } from '../base/clock.ts';
import type { Client } from '../cli/client.ts';
import { importFiles } from '../cli/import-list.ts';
import type { Operator } from '../cli/operator.ts';
import { FillChecks } from './fill-checks.ts';
import { filledDays, secondsOf } from './fill-days.ts';
import { inviteMembers } from './fill-pages.ts';
import { liveCase } from './fill-people.ts';
import { clockOf, decideEarlier, settled } from './fill-time.ts';
import { narration, type Print } from './narration.ts';
import { editions } from './screening-story.ts';
import { drawPassport, drawSpecimen, shrunk } from './specimen.ts';

/** Name of the list under which the invented people are loaded; they stay. */
const LIST = 'demo-people';

/** Checks of the two environments: 200 together. */
const COUNTS = { sandbox: 160, live: 40 };

/** Days after which most reports of the demo were decided. */
const DECIDED_AFTER_DAYS = 3;

/** Days between two imports of the list, as publishers release them: an old list clears nobody. */
const LIST_EVERY_DAYS = 7;

/** Requests a minute while the demo fills; the limits of the account come back after it. */
const FILLING = { rate_limit_sandbox: 100_000, rate_limit_live: 100_000 };

export interface FillEntrance {
  readonly operator: Operator;
  readonly client: Client;
  /** Id of the account that is filled. */
  readonly account: string;
  readonly tokens: Readonly<Record<'sandbox' | 'live', string>>;
}

/**
 * Makes varied checks in both environments, so that every page of the dashboard has something to show. Applicants are invented,
 * passports are drawn. The service lives through the last 30 days meanwhile: its clock is set back, which development alone allows.
 * The list, the applicants and the checks stay. Throws at the first request that is refused.
 */
export async function runFillStory(
  { operator, client, account, tokens }: FillEntrance,
  print: Print,
  counts: Readonly<Record<'sandbox' | 'live', number>> = COUNTS,
): Promise<void> {
  const quiet = () => {};
  const of = { sandbox: narration(client, tokens.sandbox, quiet), live: narration(client, tokens.live, quiet) };
  const { step, say } = narration(client, tokens.sandbox, print);
  const clock = clockOf(operator);

  const settings = await operator.call('GET', `/accounts/${account}`);
  const limits = Object.fromEntries(Object.keys(FILLING).map((name) => [name, settings[name]]));
  await operator.call('PATCH', `/accounts/${account}`, FILLING);
  const now = systemClock.now();
  const importList = (ago: number) => {
    const published = isoDate(now - ago * 1000);
    const fields = { list: LIST, published, allow_older: 'true', allow_shrink: 'true' };
    return importFiles(operator, () => {}, { fields, files: [editions.first] });
  };
  let dashboard = '';
  const hasDocument = (live: number) => liveCase(live).report_names.includes('document');
  const days = filledDays(now, counts, hasDocument);
  try {
    const begin = days[0]?.agoSeconds ?? 0;
    await clock.setBack(begin);
    step('Load a watchlist of invented people');
    await importList(begin);

    step('Draw a passport and a portrait');
    const drawn = await drawSpecimen();
    const [passport, portrait] = await Promise.all([shrunk(drawn.passport), shrunk(drawn.portrait)]);
    const checks = new FillChecks(of, { passport, portrait }, counts.sandbox);

    step(`Simulate 30 days with ${counts.sandbox} sandbox and ${counts.live} live checks`);
    const documents = drawAhead(days.flatMap(({ live }) => live).filter(hasDocument));
    const made = { sandbox: 0, live: 0 };
    for (const [index, { agoSeconds, sandbox, live }] of days.entries()) {
      if (index > 0 && index % LIST_EVERY_DAYS === 0) {
        await clock.setBack(agoSeconds);
        await importList(agoSeconds);
      }
      for (const [nth, round] of sandbox.entries()) {
        const ago = agoSeconds - secondsOf(nth);
        await clock.setBack(ago);
        const ids = await Promise.all(round.map((one) => checks.sandbox(one)));
        // The results come after a while, which differs from round to round.
        await clock.setBack(ago - 3 - ((index * 37 + nth * 11) % 90));
        for (const id of ids) {
          await settled(async () => (await of.sandbox.api('GET', `/checks/${id}`, 200)).body.status === 'complete');
        }
      }
      await clock.setBack(agoSeconds - secondsOf(sandbox.length));
      for (const one of live) await checks.live(one, documents.get(one));
      // A jump of the clock would end the lease of an analysis that runs.
      if (live.length > 0) await clock.settle();
      made.sandbox += sandbox.flat().length;
      made.live += live.length;
      await decideEarlier(operator, account, { now: now - agoSeconds * 1000, days: DECIDED_AFTER_DAYS });
      if (index % 5 === 4)
        say(`${days.length - 1 - index} days ago: ${made.sandbox} sandbox and ${made.live} live checks`);
    }
  } finally {
    dashboard = await clock.setBack(0);
    await operator.call('PATCH', `/accounts/${account}`, limits);
  }
  // Invitations end after 72 hours, and the overview names lists that were not confirmed for 3 days: both are of today.
  await importList(0);
  step('Invite a reviewer, a developer and an auditor');
  say(`${await inviteMembers(operator, account)} invited`);
  print(`\nDone. Sign in to the dashboard to see the checks:\n\n  ${dashboard}\n`);
}

/** Draws the passports of live checks one after the other, while earlier checks are made. */
function drawAhead(numbers: readonly number[]): ReadonlyMap<number, Promise<Buffer>> {
  const pictures = new Map<number, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();
  for (const number of numbers) {
    const { passport, look } = liveCase(number);
    const picture = last.then(async () => shrunk(await drawPassport(passport), look));
    // Its check fails where the picture is awaited.
    picture.catch(() => {});
    pictures.set(number, picture);
    last = picture;
  }
  return pictures;
}
