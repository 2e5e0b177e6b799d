import { choiceAt, eachOnce, listAt } from '../../base/place.ts';
import { linkWaysOf } from '../../checks/credentials/link.ts';
import { credentialDocumentTypes } from '../../checks/credentials/request.ts';
import { capturedMedia, mediaOfCapture } from '../runs/captures.ts';
import { createTask } from '../runs/tasks.ts';
import type { CredentialStep } from '../workflow.ts';
import type { StepKind } from './kind.ts';

/** Asks the applicant's wallet for a document, in place of photos: `digital_credential`. */
export const digitalCredential: StepKind<CredentialStep> = {
  keys: ['types', 'fallback'],
  parse(head, fields, place) {
    const types = fields.has('types')
      ? listAt(fields.at('types'), credentialDocumentTypes.length, (item) => choiceAt(item, credentialDocumentTypes))
      : [...credentialDocumentTypes];
    eachOnce(fields.at('types'), types);
    if (types.length === 0) place.wrong([...place.path, 'types'], 'must have at least one type of document');
    const fallback = fields.has('fallback') ? choiceAt(fields.at('fallback'), ['photos', 'none']) : 'photos';
    return { ...head, completed_by: 'applicant', types, fallback: fallback === 'photos' };
  },
  captured: () => 'document',
  hint: ({ types }) => types.join(', '),
  async begin(ctx, tx, run, { place, step: { types, fallback } }) {
    return {
      run,
      task: await createTask(ctx, tx, run, { ...place, input: { types, fallback, links: linkWaysOf(ctx) } }),
    };
  },
  completion: {
    complete: (ctx, tx, { applicant_id: applicantId }, { step, data }) =>
      capturedMedia(ctx, tx, { applicantId, kind: step.task, data, credentialOnly: !step.fallback }),
  },
  media: mediaOfCapture,
};
