import type { TestService } from '../../../testing/service.ts';
import { tableStory } from '../../operator/testing/tables.ts';
import { csvOf, iskra, watchlistStory } from '../../operator/testing/watchlists.ts';
import { storyOf } from '../../v3/testing/story.ts';
import type { Objects } from './values.ts';

/** Files as lists of names and tables of people come, whole and broken. */
export const listFiles: readonly Buffer[] = [
  csvOf([iskra]),
  'given_name,family_name,date_of_birth\nIskra,Vrtovec,1980-04-01\n',
  'id,name\n"a1,Iskra',
].map((text) => Buffer.from(text));

/**
 * Creates the objects of live screening for operators and clients: a list, a table of people, a report with a hit, a suppression,
 * a monitor.
 */
export async function makeScreenedWorld(service: TestService): Promise<{ objects: Objects; sdkToken: string }> {
  const lists = watchlistStory(service);
  const story = storyOf(service, 'v3.6');
  const live = { token: service.liveToken };
  const expected = <T extends { status: number; bytes: Buffer; body: unknown }>(answer: T) => {
    if (answer.status > 299) throw new Error(`${answer.status} ${answer.bytes}`);
    return answer.body as Record<string, string>;
  };
  await lists.load('eu', [iskra]);
  const { imports } = (await lists.operate('GET', '/watchlists/imports')).body;
  expected(await tableStory(service).load(String(listFiles[1]), { kind: 'mortality' }));

  const address = { street: 'Cesta', town: 'Ljubljana', postcode: '1000', country: 'SVN' };
  const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1961-03-04', address };
  const applicant_id = await story.applicant(person, live);
  const monitor = { applicant_id, report_name: 'watchlist_standard' };
  const { id: monitorId } = expected(await service.post('/v3.6/watchlist_monitors', monitor, live));
  const { check, reports } = await story.completed({ applicant_id, report_names: ['watchlist_sanctions_only'] }, live);
  const { matches } = (await service.get(`/v3.6/watchlist_monitors/${monitorId}/matches`, live)).body;
  const suppression = expected(
    await lists.operate('POST', `/accounts/${service.account.id}/suppressions`, {
      report_id: reports[0].id,
      record: { list: 'eu', source_id: 'a1' },
      reason: 'other',
      note: 'Another person of the same name',
    }),
  );
  const sdk = expected(await service.post('/v3.6/sdk_token', { applicant_id, referrer: '*://*/*' }, live));
  return {
    objects: {
      applicants: [applicant_id],
      checks: [check.id],
      reports: [reports[0].id],
      suppressions: [suppression.id as string],
      watchlist_monitors: [monitorId as string],
      matches: matches.map(({ id }: { id: string }) => id),
      watchlists: ['eu'],
      imports: imports.map(({ id }: { id: string }) => id),
      sources: ['roll'],
    },
    sdkToken: sdk.token as string,
  };
}
