import { type FieldErrors, invalid } from '../../base/errors.ts';
import { BLANK } from '../../input-rules/rule.ts';
import { type Input, isInput, type Workflow } from '../workflow.ts';

/**
 * Compares the custom data of a run with the inputs that its workflow declares; one without accepts anything. Throws
 * `validation_error` with the inputs under `custom_data`.
 */
export function judgeInputs(workflow: Workflow, data: Readonly<Record<string, unknown>>): void {
  const { inputs } = workflow;
  if (!inputs) return;
  const wrong = wrongInputs(workflow, data);
  for (const name of Object.keys(data)) {
    if (!Object.hasOwn(inputs, name)) wrong[name] = ['is not an input of this workflow'];
  }
  if (Object.keys(wrong).length > 0) throw invalid({ custom_data: [wrong] });
}

/** Returns the declared inputs that the custom data of a run lacks, or has with another type or value, each with the reason. */
export function wrongInputs({ inputs = {} }: Workflow, data: Readonly<Record<string, unknown>>): FieldErrors {
  const wrong: FieldErrors = {};
  for (const [name, input] of Object.entries(inputs)) {
    const problem = problemOf(Object.hasOwn(data, name) ? data[name] : undefined, input);
    if (problem) wrong[name] = [problem];
  }
  return wrong;
}

const wrongType: Readonly<Record<Input['type'], string>> = {
  string: 'must be a string',
  number: 'must be a number',
  boolean: 'must be a boolean',
  date: 'must be a date, YYYY-MM-DD',
  media: 'must be an array of 1 to 10 objects with id',
};

function problemOf(value: unknown, { type, required, one_of }: Input): string | undefined {
  if (value === undefined || value === null || value === '') return required ? BLANK : undefined;
  if (!isInput(value, type)) return wrongType[type];
  return one_of && !one_of.some((choice) => choice === value) ? 'is not included in the list' : undefined;
}
