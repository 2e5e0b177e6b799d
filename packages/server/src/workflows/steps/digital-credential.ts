import { choiceAt, eachOnce, integerAt, listAt } from '../../base/place.ts';
import { walletWaysOf } from '../../checks/credentials/link.ts';
import { credentialDocumentTypes } from '../../checks/credentials/request.ts';
import { askedAges } from '../../reports/age-only.ts';
import { capturedMedia, mediaOfCapture } from '../runs/captures.ts';
import { createTask } from '../runs/tasks.ts';
import type { CredentialStep } from '../workflow.ts';
import type { StepKind } from './kind.ts';

/** Asks the applicant's wallet for a document, in place of photos: `digital_credential`. */
export const digitalCredential: StepKind<CredentialStep> = {
  keys: ['types', 'fallback', 'age_over'],
  parse(head, fields, place) {
    const types = fields.has('types')
      ? listAt(fields.at('types'), credentialDocumentTypes.length, (item) => choiceAt(item, credentialDocumentTypes))
      : [...credentialDocumentTypes];
    eachOnce(fields.at('types'), types);
    if (types.length === 0) place.wrong([...place.path, 'types'], 'must have at least one type of document');
    const fallback = fields.has('fallback') ? choiceAt(fields.at('fallback'), ['photos', 'none']) : 'photos';
    const age = fields.has('age_over') && integerAt(fields.at('age_over'), askedAges.minimum, askedAges.maximum);
    return {
      ...head,
      completed_by: 'applicant',
      types,
      fallback: fallback === 'photos',
      ...(age !== false && { age_over: age }),
    };
  },
  outputFrom(step, { step: before, output }) {
    const narrower = before.types.some((type) => !step.types.includes(type)) || (before.fallback && !step.fallback);
    return narrower || step.age_over !== before.age_over ? undefined : output;
  },
  captured: () => 'document',
  hint: ({ types }) => types.join(', '),
  async begin(ctx, tx, run, { place, step: { types, fallback, age_over } }) {
    const { links, isoMdoc: iso_mdoc } = walletWaysOf(ctx);
    const input = {
      types,
      fallback,
      links,
      ...(iso_mdoc && { iso_mdoc }),
      ...(age_over !== undefined && { age_over }),
    };
    return { run, task: await createTask(ctx, tx, run, { ...place, input }) };
  },
  completion: {
    complete: (ctx, tx, { applicant_id: applicantId }, { step, data }) =>
      capturedMedia(ctx, tx, { applicantId, kind: step.task, data, credentialOnly: !step.fallback }),
  },
  media: mediaOfCapture,
};
