import { isoDate, systemClock } from '../base/clock.ts';
import type { Client } from '../cli/client.ts';
import { importFiles } from '../cli/import-list.ts';
import type { Operator } from '../cli/operator.ts';
import { beginRun, inviteMembers, registerBrokenWebhook, sendBadFiles, watch } from './fill-pages.ts';
import { type Invented, liveCase, sandboxCase } from './fill-people.ts';
import { narration, type Print } from './narration.ts';
import { editions } from './screening-story.ts';
import { drawPassport, drawSpecimen } from './specimen.ts';

/** Under which the invented people are loaded; they stay. */
const LIST = 'demo-people';

/** Checks of the two environments: 200 together. */
const COUNTS = { sandbox: 160, live: 40 };

/** Checks of the sandbox whose events a webhook is sent; applicants of each environment with a run, and live ones with a monitor. */
const NOTIFIED = 5;
const RUNS = 6;
const MONITORS = 3;

/** What an applicant gives with their name. */
const given = {
  location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
  consents: [{ name: 'privacy_notices_read', granted: true }],
  address: { street: 'Deansgate', town: 'Manchester', postcode: 'M3 4LY', country: 'GBR' },
};

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
 * passports are drawn. The list, the applicants and the checks stay. Throws at the first request that is refused.
 */
export async function runFillStory(
  { operator, client, account, tokens }: FillEntrance,
  print: Print,
  counts: Readonly<Record<'sandbox' | 'live', number>> = COUNTS,
): Promise<void> {
  const quiet = () => {};
  const of = { sandbox: narration(client, tokens.sandbox, quiet), live: narration(client, tokens.live, quiet) };
  const { step, say } = narration(client, tokens.sandbox, print);

  type Environment = keyof typeof of;

  async function applicant(environment: Environment, person: Invented): Promise<string> {
    const json = { ...person, ...given };
    const { body } = await of[environment].api('POST', '/applicants', 201, { json });
    return body.id;
  }

  const upload = (environment: Environment, path: string, bytes: Buffer, fields: Record<string, string>) =>
    of[environment].upload(path, 'specimen.png', bytes, fields);

  const check = (environment: Environment, order: object) =>
    of[environment].api('POST', '/checks', 201, { json: order });

  const said = (environment: Environment, made: number) => {
    if (made % 20 === 0 || made === counts[environment]) say(`${made} of ${counts[environment]}`);
  };

  const settings = await operator.call('GET', `/accounts/${account}`);
  const limits = Object.fromEntries(Object.keys(FILLING).map((name) => [name, settings[name]]));
  await operator.call('PATCH', `/accounts/${account}`, FILLING);
  try {
    step('Load a list of invented people');
    const fields = { list: LIST, published: isoDate(systemClock.now()), allow_older: 'true', allow_shrink: 'true' };
    await importFiles(operator, say, { fields, files: [editions.first] });

    step('Draw a passport and a portrait');
    const { passport, portrait } = await drawSpecimen();

    step('Invite a reviewer, a developer and an auditor');
    say(`${await inviteMembers(operator, account)} invited`);

    step(`Request ${counts.sandbox} checks in sandbox`);
    for (let index = 0; index < counts.sandbox; index++) {
      if (index === Math.max(0, counts.sandbox - NOTIFIED)) await registerBrokenWebhook(of.sandbox);
      const { report_names, tags, ...person } = sandboxCase(index);
      const applicant_id = await applicant('sandbox', person);
      await sendBadFiles(of.sandbox, 'sandbox', { index, applicant_id, passport });
      await upload('sandbox', '/documents', passport, { applicant_id, type: 'passport', issuing_country: 'GBR' });
      if (report_names.includes('facial_similarity_photo')) {
        await upload('sandbox', '/live_photos', portrait, { applicant_id });
      }
      await check('sandbox', { applicant_id, report_names, tags });
      if (index < RUNS) await beginRun(of.sandbox, applicant_id);
      said('sandbox', index + 1);
    }

    step(`Request ${counts.live} live checks: the service analyses them meanwhile`);
    for (let index = 0; index < counts.live; index++) {
      const { applicant: person, report_names, passport: shown } = liveCase(index);
      const applicant_id = await applicant('live', person);
      if (report_names.includes('document')) {
        const passport = await drawPassport(shown);
        await sendBadFiles(of.live, 'live', { index, applicant_id, passport });
        await upload('live', '/documents', passport, { applicant_id, type: 'passport' });
      }
      if (report_names.includes('facial_similarity_photo')) {
        // No analyser finds a face in a drawing: a person looks at it.
        await upload('live', '/live_photos', portrait, { applicant_id, advanced_validation: 'false' });
      }
      await check('live', { applicant_id, report_names });
      if (index < RUNS) await beginRun(of.live, applicant_id);
      if (index < MONITORS) await watch(of.live, applicant_id);
      said('live', index + 1);
    }
  } finally {
    await operator.call('PATCH', `/accounts/${account}`, limits);
  }
  print('\nDone. Sign in to the dashboard to see the checks.\n');
}
