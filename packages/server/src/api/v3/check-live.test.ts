import { describe, expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { eventsOf } from './testing/events.ts';
import { greyPng } from './testing/files.ts';
import { outcome, storyOf, validationError, versions } from './testing/story.ts';

const service = useService();

describe.each(versions)('%s', (version) => {
  const story = () => storyOf(service, version);
  const live = () => ({ token: service.liveToken });
  const address = { street: 'High Street', postcode: 'SW4 6EH', country: 'GBR' };

  test('a report without an analyser goes to manual review, with its event', async () => {
    const applicant_id = await story().applicant({ last_name: 'Consider' }, live());
    const { check, reports } = await story().completed({ applicant_id, report_names: ['watchlist_standard'] }, live());
    expect(check).toMatchObject({ status: 'in_progress', result: null, sandbox: false });
    expect(reports[0]).toMatchObject({ status: 'awaiting_approval', result: null, breakdown: {}, properties: {} });
    expect(await eventsOf(service, check.id)).toEqual([
      `check.started ${check.id} in_progress`,
      `report.awaiting_approval ${reports[0].id} awaiting_approval`,
    ]);
  });

  test('known faces without a face is withdrawn, and the check completes without a result', async () => {
    const applicant_id = await story().applicant({}, live());
    const { check, reports } = await story().completed({ applicant_id, report_names: ['known_faces'] }, live());
    expect(check).toMatchObject({ status: 'complete', result: null });
    expect(reports[0]).toMatchObject({
      status: 'withdrawn',
      result: null,
      properties: { error: 'No live photo, live video or motion capture was uploaded' },
    });
    expect(await eventsOf(service, check.id)).toEqual([
      `check.started ${check.id} in_progress`,
      `report.withdrawn ${reports[0].id} withdrawn`,
      `check.completed ${check.id} complete`,
    ]);
  });

  test('a check waits for its last report', async () => {
    const applicant_id = await story().applicant({}, live());
    const report_names = ['known_faces', 'watchlist_standard'];
    const { check, reports } = await story().completed({ applicant_id, report_names }, live());
    expect(check.status).toBe('in_progress');
    expect(reports.map(({ status }: { status: string }) => status)).toEqual(['withdrawn', 'awaiting_approval']);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['none', {}, false],
    ['one that is not supported', { issuing_country: 'AFG' }, false],
    ['one of v3.3 and later', { issuing_country: 'FRA' }, version === 'v3.6'],
    ['Great Britain', { issuing_country: 'GBR' }, true],
  ])('a proof of address from %s', async (_, country, supported) => {
    for (const [token, ending] of [
      [service.liveToken, 'awaiting_approval'],
      [service.sandboxToken, 'complete'],
    ] as const) {
      const applicant_id = await story().applicant({ address }, { token });
      const file = { name: 'bill.png', bytes: await greyPng(), type: 'image/png' };
      await story().upload('documents', { applicant_id, type: 'utility_bill', ...country }, file, { token });
      const report_names = ['proof_of_address'];
      const { check, reports } = await story().completed({ applicant_id, report_names }, { token });
      if (supported) {
        expect(reports[0].status).toBe(ending);
        continue;
      }
      expect(reports[0]).toMatchObject({ status: 'cancelled', result: null, breakdown: {}, properties: {} });
      expect(check).toMatchObject({ status: 'complete', result: null });
      expect(await eventsOf(service, check.id)).toEqual([
        `check.started ${check.id} in_progress`,
        `report.cancelled ${reports[0].id} cancelled`,
        `check.completed ${check.id} complete`,
      ]);
    }
  });

  test('a trial has so many live checks, even if they are requested at once', async () => {
    const { liveToken, sandboxToken } = await service.makeAccount('Trial Ltd', { trial_checks_limit: 2 });
    const applicant_id = await story().applicant({}, { token: liveToken });
    const ask = () => story().check({ applicant_id, report_names: ['watchlist_standard'] }, { token: liveToken });
    const statuses = (await Promise.all([1, 2, 3, 4, 5, 6].map(ask))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 201, 403, 403, 403, 403]);
    expect(outcome(await ask())).toEqual({
      status: 403,
      body: {
        error: {
          type: 'trial_limits_reached',
          message: 'The limits of this trial are reached. Please contact client support',
        },
      },
    });
    const sandbox = await story().applicant({}, { token: sandboxToken });
    for (let i = 0; i < 3; i += 1) {
      const body = { applicant_id: sandbox, report_names: ['watchlist_standard'] };
      expect((await story().check(body, { token: sandboxToken })).status).toBe(201);
    }
  });

  test('reports that are not enabled are refused by name, in both environments', async () => {
    const disabled_reports = ['document', 'known_faces'];
    const { liveToken, sandboxToken } = await service.makeAccount('Small Ltd', { disabled_reports });
    for (const token of [liveToken, sandboxToken]) {
      const applicant_id = await story().applicant({}, { token });
      const report_names = ['watchlist_standard', 'known_faces', 'document'];
      expect(outcome(await story().check({ applicant_id, report_names }, { token }))).toEqual(
        validationError({ report_names: ['known_faces, document not enabled for this account'] }),
      );
    }
  });

  test('a check of a disabled account is refused', async () => {
    const { sandboxToken } = await service.makeAccount('Closed Ltd', { enabled: false });
    expect((await story().check({}, { token: sandboxToken })).body.error.type).toBe('account_disabled');
  });
});
