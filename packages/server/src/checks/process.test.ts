import { expect, test } from 'vitest';
import { storyOf } from '../api/v3/testing/story.ts';
import { useService } from '../testing/service.ts';

const service = useService({ settings: { sandboxDelay: '1000' } });

test.each([0, 1])('a report is made of the documents that it lists, whatever comes %i ms after it', async (later) => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  const document = await story.document(applicant_id);
  await story.livePhoto(applicant_id);
  const report_names = ['facial_similarity_photo', 'right_to_work'];
  const { body: check } = await story.check({ applicant_id, report_names });
  service.clock.advance(later);
  await story.document(applicant_id, { type: 'driving_licence' });
  await story.livePhoto(applicant_id);
  const { reports: before } = (await service.get(`/v3.6/reports?check_id=${check.id}`)).body;
  await story.process();
  const { reports } = (await service.get(`/v3.6/reports?check_id=${check.id}`)).body;
  for (const [index, report] of reports.entries()) {
    expect(report.documents).toEqual([{ id: document }]);
    expect(report.live_photos).toEqual(before[index].live_photos);
  }
  expect(reports[1].breakdown.face_comparison.breakdown.face_match.properties.document_id).toBe(document);
});

test('what is uploaded after a check does not change it', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  const { body: check } = await story.check({ applicant_id, report_names: ['known_faces'] });
  service.clock.advance(1);
  await story.livePhoto(applicant_id);
  await story.process();
  const { reports } = (await service.get(`/v3.6/reports?check_id=${check.id}`)).body;
  expect(reports[0].status).toBe('withdrawn');
});

test('an applicant that is deleted, restored or changed while a check runs does not disturb it', async () => {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant();
  const { body: check } = await story.check({ applicant_id, report_names: ['watchlist_standard'] });
  const refused = await service.del(`/v3.6/applicants/${applicant_id}`);
  expect([refused.status, refused.body.error.type]).toEqual([422, 'deletion_incomplete_checks']);
  await story.process();
  expect((await service.get(`/v3.6/checks/${check.id}`)).body.status).toBe('complete');
  expect((await service.del(`/v3.6/applicants/${applicant_id}`)).status).toBe(204);
  expect((await service.get(`/v3.6/checks/${check.id}`)).status).toBe(410);
});

test('of a deletion and checks at once: no check outlives its applicant', async () => {
  const story = storyOf(service, 'v3.6');
  for (let i = 0; i < 10; i += 1) {
    const applicant_id = await story.applicant();
    const body = { applicant_id, report_names: ['watchlist_standard'] };
    const [first, deleted, second] = await Promise.all([
      story.check(body),
      service.del(`/v3.6/applicants/${applicant_id}`),
      story.check(body),
    ]);
    if (deleted.status === 204) expect([first.status, second.status]).toEqual([410, 410]);
    else {
      expect(deleted.body.error.type).toBe('deletion_incomplete_checks');
      expect([first.status, second.status]).toContain(201);
    }
  }
});

test('of a deletion and uploads at once: each upload is either there when the applicant is restored, or refused', async () => {
  const story = storyOf(service, 'v3.6');
  for (let i = 0; i < 10; i += 1) {
    const applicant_id = await story.applicant();
    const uploads = [1, 2, 3].map(() => story.document(applicant_id).catch(() => undefined));
    const deleted = await service.del(`/v3.6/applicants/${applicant_id}`);
    expect(deleted.status).toBe(204);
    const ids = (await Promise.all(uploads)).filter((id) => id !== undefined);
    await service.post(`/v3.6/applicants/${applicant_id}/restore`);
    const { documents } = (await service.get(`/v3.6/documents?applicant_id=${applicant_id}`)).body;
    expect(documents.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
  }
});
