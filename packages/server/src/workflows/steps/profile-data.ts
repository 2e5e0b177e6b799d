import { choiceAt, eachOnce, listAt } from '../../base/place.ts';
import { saveProfile } from '../runs/profile.ts';
import { createTask } from '../runs/tasks.ts';
import { type ProfileStep, profileFields } from '../workflow.ts';
import { completerHint, readCompleter } from './common-fields.ts';
import type { StepKind } from './kind.ts';

const fieldsOf = ({ required, optional }: ProfileStep) => [...required, ...optional];

/** Asks for data of the person. */
export const profileData: StepKind<ProfileStep> = {
  keys: ['completed_by', 'required', 'optional'],
  parse(head, fields, place) {
    const fieldsAt = (key: string) =>
      listAt(fields.at(key), profileFields.length, (item) => choiceAt(item, profileFields));
    const [required, optional] = [fieldsAt('required'), fieldsAt('optional')];
    if (required.length + optional.length === 0) place.wrong(place.path, 'must have fields in required or optional');
    eachOnce(fields.at('required'), required);
    for (const [index, field] of optional.entries()) {
      if (required.includes(field))
        place.wrong([...place.path, 'optional', index], `"${field}" is already in required`);
    }
    return { ...head, completed_by: readCompleter(fields), required, optional };
  },
  outputTypes: (step) =>
    Object.fromEntries(
      fieldsOf(step).map((field) => {
        if (field === 'address') return [field, undefined];
        return [field, field === 'phone_number_consent_granted' ? 'boolean' : 'string'];
      }),
    ),
  outputFrom({ required }, { output }) {
    const profile = output as Readonly<Record<string, unknown>>;
    return required.every((field) => (profile[field] ?? '') !== '') ? profile : undefined;
  },
  hint: (step) => completerHint(step.completed_by, fieldsOf(step).join(', ')),
  async begin(ctx, tx, run, { place, step: { required, optional } }) {
    return { run, task: await createTask(ctx, tx, run, { ...place, input: { required, optional } }) };
  },
  completion: {
    complete: (ctx, tx, { applicant_id: applicantId }, { step, data }) =>
      saveProfile(ctx, tx, { applicantId, step, data }),
  },
};
