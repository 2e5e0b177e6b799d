import { describe, expect, test } from 'vitest';
import { inTimeZone } from '../../../../verification/src/testing/time-zones.ts';
import { drawPassport } from '../../demo/specimen.ts';
import { useService } from '../../testing/service.ts';
import { storyOf } from './testing/story.ts';

/** Reading a passport beside other tests. */
const PATIENCE_MS = 300_000;

// `reports/live/document/days.test.ts` has all zones.
describe.each(['America/Los_Angeles', 'Pacific/Kiritimati'] as const)('a service on a machine in %s', (zone) => {
  inTimeZone(zone);
  const service = useService({ settings: { analysis: 'on' } });

  test('takes a passport until its last day has ended everywhere', { timeout: PATIENCE_MS }, async () => {
    const call = { token: service.liveToken };
    const story = storyOf(service, 'v3.6');
    const zone = { surname: 'VEEN', givenNames: 'FLEUR', number: 'NW7T4K291', born: '870512', expires: '260115' };
    const bytes = await drawPassport({ invented: true, zone });
    const applicant_id = await story.applicant({ first_name: 'Fleur', last_name: 'Veen' }, call);
    await story.upload(
      'documents',
      { applicant_id, type: 'passport' },
      { name: 'a.png', bytes, type: 'image/png' },
      call,
    );
    const expirationAt = async (time: string) => {
      service.clock.advance(Date.parse(time) - service.clock.now());
      const { reports } = await story.completed({ applicant_id, report_names: ['document'] }, call);
      const headers = { authorization: `Bearer ${service.operatorKey}` };
      const path = `/operator/v1/accounts/${service.account.id}/reports/${reports[0].id}`;
      const { leaves, properties } = (await service.get(path, { token: null, headers })).body;
      return [leaves['data_validation.document_expiration'].result, properties.date_of_expiry];
    };
    expect(await expirationAt('2026-01-16T11:59:00Z')).toEqual(['clear', '2026-01-15']);
    expect(await expirationAt('2026-01-16T12:01:00Z')).toEqual(['consider', '2026-01-15']);
  });
});
