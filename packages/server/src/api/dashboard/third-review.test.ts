import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { iskra, watchlistStory } from '../operator/testing/watchlists.ts';
import { storyOf } from '../v3/testing/story.ts';
import { type Browser, signedIn } from './testing/browser.ts';

const service = useService({ settings: { analysis: 'on' } });

const record = (source_id: string) => ({ list: 'eu', source_id });
const OPEN = [
  'decides a point that one of the first two reviewers left open. Repeat one of their decisions, or decide only the points that both decided',
];

test('a third reviewer reads what repeats either decision, and what may be decided otherwise', async () => {
  const [rita, otto, nora] = await Promise.all(
    (['Rita', 'Otto', 'Nora'] as const).map((name) => signedIn(service, 'reviewer', { name })),
  );
  const lists = watchlistStory(service);
  const account = `/accounts/${service.account.id}`;
  const settings = { screening_match: 1, decision_four_eyes: 'on', note: 'Two people see every hit' };
  expect((await lists.operate('PATCH', account, settings)).status).toBe(200);
  await lists.load('eu', [iskra, { ...iskra, id: 'a2', date_of_birth: '1965', nationality: 'SRB', id_numbers: '' }]);
  const call = { token: service.account.liveToken };
  const person = { first_name: 'Iskra Vrtovec', last_name: 'Podgorska', dob: '1963-03-04' };
  const applicant = await storyOf(service, 'v3.6').applicant(person, call);
  const asked = { applicant_id: applicant, report_names: ['watchlist_sanctions_only'] };
  const id = (await service.post('/v3.6/checks', asked, call)).body.report_ids[0] as string;
  await service.settle();
  const path = `${account}/live/reports/${id}`;
  const decide = (who: Browser | undefined, decision: object) => (who as Browser).post(`${path}/decide`, decision);
  const read = async (who: Browser | undefined) => (await (who as Browser).get(path)).body;

  const whole = { result: 'consider', leaves: { sanction: 'consider' } };
  const needsAnother = async (who: Browser | undefined) => {
    const { body } = await (who as Browser).post(`${path}/outcomes`, { decisions: [{ ...whole, note: 'Mine' }] });
    return body.outcomes[0].needs_another;
  };
  expect(await needsAnother(rita)).toBe(true);

  // Rita leaves the second hit open; Otto ends the report.
  const another = { record: record('a1'), decision: 'false_match', reason: 'different_birth_date' };
  const suppressed = { ...another, suppress: true, months: 6 };
  const first = await decide(rita, { hits: [suppressed], note: 'Born two years later' });
  expect([first.status, first.body]).toEqual([202, { id, waits_for: 'second' }]);
  expect(await needsAnother(otto)).toBe(true);
  const second = await decide(otto, { ...whole, note: 'The listed person' });
  expect([second.status, second.body]).toEqual([202, { id, waits_for: 'third' }]);
  expect((await read(rita)).standing.settles).toBe(null);

  expect(await needsAnother(nora)).toBe(false);
  const { standing } = await read(nora);
  expect(standing.settles).toEqual({ leaves: [], hits: [record('a1')] });
  expect(standing.decisions.map(({ repeat }: { repeat: object }) => repeat)).toEqual([
    { leaves: {}, hits: [{ ...suppressed, note: 'Born two years later' }] },
    whole,
  ]);
  for (const refused of [
    { result: 'clear', note: 'Nobody' },
    { hits: [another, { ...another, record: record('a2') }], note: 'Two others' },
  ]) {
    const answer = await decide(nora, refused);
    expect([answer.status, answer.body.error.fields]).toEqual([422, { leaves: OPEN }]);
  }

  const settled = await decide(nora, { ...standing.decisions[0].repeat, note: 'As Rita' });
  expect([settled.status, settled.body.status, settled.body.doubts]).toEqual([200, 'awaiting_approval', ['sanction']]);
  const after = await read(nora);
  expect(after.standing).toEqual({
    needs: 'first_needed',
    decided: false,
    referred: false,
    decisions: [],
    referrals: [],
    settles: null,
  });
  expect(after.decisions).toMatchObject([
    {
      decided_by: { id: rita?.id },
      note: 'Born two years later',
      confirmed_by: { id: nora?.id },
      confirmed_note: 'As Rita',
      hits: [{ record: record('a1'), decision: 'false_match', suppression_id: expect.any(String) }],
    },
  ]);

  const stranger = await signedIn(service, 'admin', { account: service.other.id });
  const admin = await signedIn(service, 'admin');
  for (const [browser, place] of [
    [stranger, path],
    [stranger, `/accounts/${service.other.id}/live/reports/${id}`],
    [admin, `${account}/sandbox/reports/${id}`],
  ] as const) {
    expect((await browser.get(place)).status).toBe(404);
    expect((await browser.post(`${place}/decide`, { ...whole, note: 'Mine' })).status).toBe(404);
  }
});
