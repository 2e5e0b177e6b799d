import { afterAll, beforeAll, expect, test } from 'vitest';
import { storyOf } from '../../api/v3/testing/story.ts';
import { reportType } from '../../reports/index.ts';
import { clear, verdictOf } from '../../reports/live/assessment.ts';
import type { AssuranceFacts } from '../../reports/live/document/evidence/evidence.ts';
import type { ReportProcessor } from '../../reports/types.ts';
import { useService } from '../../testing/service.ts';

const service = useService({ settings: { analysis: 'on' } });
const types = (['document', 'facial_similarity_motion'] as const).map(
  (name) => reportType(name) as { process?: ReportProcessor },
);
const processors = types.map(({ process }) => process);
/** Id of the upload whose portrait the issuer signed, and of the upload with the compared portrait. */
let signed: string;
let compared: string;

beforeAll(() => {
  // Stand for the analyses of a sound document and of its holder's film.
  types[0]!.process = async ({ media: { documents } }) => {
    const facts: AssuranceFacts = {
      required: { validity: 3, presence: 0, dataProved: false },
      type: 'passport',
      carriesChip: true,
      presence: 0,
      cloneResistant: false,
      signedPortraits: [signed],
    };
    compared ||= documents[0]!.id;
    const leaves = { 'data_validation.document_expiration': clear('Valid') };
    const assessment = { leaves, properties: {}, assurance: facts };
    return verdictOf(reportType('document'), assessment, { decision_uncertain: 'person' });
  };
  types[1]!.process = async () => {
    const faces = {
      portrait: { media_id: compared, eyes: { left: { x: 0, y: 0 }, right: { x: 1, y: 0 } } },
      captured: [],
      compared: 0,
      cosine: 1,
      signals: [],
    };
    const assessment = { leaves: { 'face_comparison.face_match': clear('Alike') }, properties: {}, faces };
    return verdictOf(reportType('facial_similarity_motion'), assessment as never, { decision_uncertain: 'person' });
  };
});
afterAll(() => {
  types.forEach((type, i) => {
    Object.assign(type, { process: processors[i] });
  });
});

/** Runs a check and returns the assurance of its document report. */
async function assured(names: readonly string[], token: string) {
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({}, { token });
  await story.document(applicant_id, {}, { token });
  await story.motionCapture(applicant_id, undefined, { token });
  const { check, reports } = await story.completed({ applicant_id, report_names: names }, { token });
  expect(check).toMatchObject({ status: 'complete', result: 'clear' });
  return reports.find(({ name }: { name: string }) => name === 'document').properties.assurance;
}

test('the face report of a check decides the binding of its document report', async () => {
  const { liveToken } = await service.makeAccount('Assured Ltd', { report_assurance: 'on' });
  [signed, compared] = ['chip', 'picture'];
  expect(await assured(['document'], liveToken)).toMatchObject({ binding: 0, strength: 4 });
  expect(await assured(['document', 'facial_similarity_motion'], liveToken)).toMatchObject({ binding: 2 });
  expect(await assured(['facial_similarity_motion', 'document'], liveToken)).toMatchObject({ binding: 2 });
  compared = 'chip';
  expect(await assured(['document', 'facial_similarity_motion'], liveToken)).toMatchObject({ binding: 3 });
});
