import { RUN_DAYS, type Workflow } from './workflow.ts';

/**
 * The workflow that every deployment has: a document and a selfie, compared, and a person for whatever isn't clear. It isn't
 * text, so that a service without files of its own starts without the parser; `docs/guides/workflows.md` shows it as a file.
 */
export const sampleWorkflow: Workflow = {
  id: '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70',
  version: 1,
  name: 'Document and selfie',
  steps: [
    { task: 'document_photo', name: 'document_photo', completed_by: 'applicant' },
    { task: 'face_photo', name: 'face_photo', completed_by: 'applicant' },
    { task: 'check', name: 'document_check', reports: ['document', 'facial_similarity_photo'] },
  ],
  decide: [
    { report: 'document', sub_result: 'rejected', outcome: 'decline', reason: 'The document cannot be accepted' },
    { check: 'clear', outcome: 'approve' },
    { outcome: 'review' },
  ],
  output: { check: 'document_check' },
  abandon_after_days: RUN_DAYS,
};
