import { isTable, ownFields, type Part, type TableKind } from './outline.ts';
import type { WorkflowFile } from './part-details.tsx';

export type Vocabulary = WorkflowFile['vocabulary'];

/** Way in which a form asks for a field. */
export type FieldForm =
  | { readonly form: 'choice'; readonly values: readonly string[] }
  /** A text; `long` for more than one line. */
  | { readonly form: 'text'; readonly long: boolean }
  | { readonly form: 'number' }
  /** Lists, maps and conditions, as YAML. */
  | { readonly form: 'yaml' };

const decisions = ['approve', 'decline', 'review'];
const texts = new Set(['name', 'reason', 'question', 'subject', 'workflow', 'id']);
const numbers = new Set(['version', 'at_most', 'abandon_after_days', 'minutes', 'hours', 'days', 'age_over']);

function choices(key: string, { tasks, sub_results }: Vocabulary): readonly string[] | undefined {
  const known: Readonly<Record<string, readonly string[]>> = {
    task: tasks.map(({ task }) => task),
    end: decisions,
    outcome: decisions,
    check: ['clear', 'consider'],
    result: ['clear', 'consider', 'unidentified'],
    sub_result: sub_results,
    completed_by: ['applicant', 'client'],
    sandbox: ['automatic', 'applicant'],
    fallback: ['photos', 'none'],
    code_by: ['sms', 'email'],
  };
  return known[key];
}

/** Returns how a field is edited. A value of an unexpected type is edited as YAML. */
export function formOf(part: Part, key: string, value: unknown, vocabulary: Vocabulary): FieldForm {
  const table = isTable(part.kind);
  const values = table ? undefined : choices(key, vocabulary);
  const absent = value === undefined;
  if (values && (absent || values.includes(value as string))) return { form: 'choice', values };
  if (!table && numbers.has(key) && (absent || Number.isInteger(value))) return { form: 'number' };
  if (!table && (texts.has(key) || key === 'text') && (absent || typeof value === 'string')) {
    return { form: 'text', long: key === 'text' || (typeof value === 'string' && value.includes('\n')) };
  }
  return { form: 'yaml' };
}

/** Keys that a part can have, in the order of its form: the possible ones, then others that the file has. */
export function keysOf(part: Part, { tasks }: Vocabulary): string[] {
  const own = ownFields(part).map(([key]) => key);
  return [...new Set([...possibleKeys(part, tasks), ...own])];
}

function possibleKeys({ kind, fields, name }: Part, tasks: Vocabulary['tasks']): readonly string[] {
  if (kind === 'head') return ['id', 'version', 'name', 'abandon_after_days'];
  if (kind === 'rule') return ['check', 'report', 'result', 'sub_result', 'if', 'outcome', 'reason'];
  if (kind !== 'step') return [];
  if (name === 'if') return ['if'];
  if (name === 'repeat') return ['until', 'at_most'];
  if (name === 'end') return ['end', 'reason'];
  if (name === 'parallel') return [];
  if ('workflow' in fields) return ['workflow', 'name', 'inputs'];
  return ['task', 'name', ...(tasks.find(({ task }) => task === fields.task)?.keys ?? [])];
}

const blockTemplates: Readonly<Record<string, object>> = {
  // biome-ignore lint/suspicious/noThenProperty: the key of a workflow file.
  if: { if: { check: 'clear' }, then: [{ end: 'approve' }] },
  parallel: { parallel: [[{ task: 'document_photo' }], [{ task: 'face_photo' }]] },
  repeat: { repeat: [{ task: 'document_photo' }], until: { check: 'clear' }, at_most: 3 },
  end: { end: 'review' },
};

const taskTemplates: Readonly<Record<string, object>> = {
  profile_data: { required: ['first_name', 'last_name'] },
  check: { reports: ['document'] },
  wait: { hours: 1 },
  notify: { to: 'applicant', subject: 'Thank you', text: 'We have received your documents.' },
};

/** Kinds of steps that can be added. */
export const addable = ({ tasks }: Vocabulary): string[] => [
  ...tasks.map(({ task }) => task),
  ...Object.keys(blockTemplates),
];

/** A new step of a kind, under a name that no other step has. */
export function newStep(kind: string, taken: ReadonlySet<string>): object {
  if (kind in blockTemplates) return blockTemplates[kind] as object;
  let name = kind;
  for (let number = 2; taken.has(name); number++) name = `${kind}_${number}`;
  return { task: kind, ...(name !== kind && { name }), ...taskTemplates[kind] };
}

/** A new rule: the only rule of a decision decides every run. */
export const newRule = (isOnly: boolean): object =>
  isOnly ? { outcome: 'review' } : { check: 'clear', outcome: 'approve' };

/** The value of a new entry of a table, to change afterwards. `step`: name of a step, for the output. */
export const newValue = (table: TableKind, step: string): unknown =>
  ({ inputs: { type: 'string' }, constants: 0, output: step })[table];
