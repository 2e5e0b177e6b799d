import type { WorkflowText } from './workflow.ts';

/** The built-in workflow as a file. `sampleWorkflow` is the same workflow without the text. */
export const sampleFile: WorkflowText = {
  name: 'document-and-selfie.yaml',
  text: `id: 5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70
version: 1
name: Document and selfie

# One after the other.
steps:
  - task: document_photo
  - task: face_photo
  - task: check
    name: document_check
    reports: [document, facial_similarity_photo]

# The first rule that holds decides; the last one holds always.
decide:
  - report: document
    sub_result: rejected
    outcome: decline
    reason: The document cannot be accepted
  - check: clear
    outcome: approve
  - outcome: review

# Keys of the run's output, and the step whose output each shows.
output:
  check: document_check
`,
};
