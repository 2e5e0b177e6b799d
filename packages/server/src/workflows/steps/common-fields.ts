import { choiceAt } from '../../base/place.ts';
import type { StepFields } from './kind.ts';

/** Names become ids of tasks, which match `^[0-9a-z_-]+$` (contract 2.1). */
export const NAME = [/^[a-z][a-z0-9_]{0,59}$/, 'at most 60 lower case letters, digits and underscores'] as const;

/** Reads who completes a step of the applicant in sandbox. */
export const readSandbox = (fields: StepFields): 'automatic' | 'applicant' =>
  fields.has('sandbox') ? choiceAt(fields.at('sandbox'), ['automatic', 'applicant']) : 'automatic';

/** Reads who completes a step in live and in sandbox. */
export const readCompleter = (fields: StepFields): 'applicant' | 'client' =>
  fields.has('completed_by') ? choiceAt(fields.at('completed_by'), ['applicant', 'client']) : 'applicant';

/** The second line of a step that applicants or clients complete. */
export const completerHint = (completedBy: 'applicant' | 'client', what: string): string =>
  completedBy === 'client' ? `client: ${what}` : what;
