import { expect, test } from 'vitest';
import { useService } from '../../testing/service.ts';
import { gone, outcome, storyOf } from './testing/story.ts';

const service = useService();
const story = storyOf(service, 'v3.6');

test.each(['sandbox', 'live'] as const)(
  'a share code alone orders no right to work report in %s',
  async (environment) => {
    const call = { token: environment === 'sandbox' ? service.sandboxToken : service.liveToken };
    const id_numbers = [{ type: 'share_code', value: 'W1A2B3C4D' }];
    const applicant_id = await story.applicant({ dob: '1990-01-01', id_numbers }, call);
    const order = { applicant_id, report_names: ['right_to_work'] };
    expect(outcome(await story.check(order, call))).toEqual({
      status: 422,
      body: {
        error: {
          type: 'missing_documents',
          message: 'The required documents must be uploaded before the check is created',
        },
      },
    });
    // What the Home Office shows for the code is a document, too.
    const document = await story.document(applicant_id, { type: 'right_to_work_share_code_result' }, call);
    const { status, body } = await story.check(order, call);
    expect(status).toBe(201);
    const report = (await service.get(`/v3.6/reports/${body.report_ids[0]}`, call)).body;
    expect(report.documents).toEqual([{ id: document }]);
    for (const token of [service.other.sandboxToken, service.other.liveToken])
      expect((await story.check(order, { token })).status).toBe(404);
  },
);

test('in sandbox the share code is validated beside the document', async () => {
  const id_numbers = [{ type: 'share_code', value: 'W1A2B3C4D' }];
  const applicant_id = await story.applicant({ id_numbers });
  const document_id = await story.document(applicant_id);
  const { reports } = await story.completed({ applicant_id, report_names: ['right_to_work'] });
  expect(reports[0].breakdown.share_code_validation).toEqual({
    result: 'clear',
    breakdown: {
      document_id: { result: 'clear', properties: { document_id } },
      applicant_has_valid_share_code: { result: 'clear', properties: {} },
      name_matched: { result: 'clear', properties: {} },
    },
  });
  expect((await service.del(`/v3.6/applicants/${applicant_id}`)).status).toBe(204);
  expect(outcome(await story.check({ applicant_id, report_names: ['right_to_work'] }))).toEqual(gone);
});
