import type { SetAnswer } from '../../applicants/applicant.ts';
import type { FieldErrors } from '../../base/errors.ts';
import { type ReportName, reportNames, reportType } from '../index.ts';
import type { OutcomePatch } from '../outcome.ts';
import { sandboxAnswers } from './answers/index.ts';
import { subResultEffects } from './triggers.ts';

/** Returns the effect of the result that a client has set; undefined where it has set none. */
export function effectOfSet(
  { result, sub_result }: SetAnswer,
  consider: OutcomePatch,
  noMatch: OutcomePatch | undefined,
): OutcomePatch | undefined {
  if (sub_result !== undefined) return subResultEffects[sub_result];
  if (result === 'unidentified') return noMatch;
  if (result === 'consider') return consider;
  return result === 'clear' ? {} : undefined;
}

/** Returns why answers can't be set, by name of the report; undefined where all can. */
export function setAnswersErrors(answers: Readonly<Record<string, SetAnswer>>): FieldErrors | undefined {
  const errors = Object.entries(answers).flatMap(([name, answer]): [string, FieldErrors | string[]][] => {
    if (!(reportNames as readonly string[]).includes(name)) return [[name, ['is not the name of a report']]];
    const error = setAnswerError(name as ReportName, answer);
    return error ? [[name, error]] : [];
  });
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}

function setAnswerError(name: ReportName, answer: SetAnswer): FieldErrors | undefined {
  const { family, tree } = reportType(name);
  const { result, sub_result, breakdown = {} } = answer;
  if (sub_result !== undefined) {
    if (family !== 'document') return { sub_result: ['belongs to document reports alone'] };
    const implied = sub_result === 'clear' ? 'clear' : 'consider';
    if (result !== undefined && result !== implied) return { result: [`must be ${implied} with this sub_result`] };
  }
  if (result === 'unidentified' && !sandboxAnswers[name].noMatch) {
    return { result: ['must be clear or consider: this report is never unidentified'] };
  }
  const unknown = unknownLeaves(tree, breakdown);
  return unknown.length > 0
    ? { breakdown: unknown.map((path) => `${path} is not in the breakdown of this report`) }
    : undefined;
}

function unknownLeaves(
  tree: Readonly<Record<string, readonly string[]>>,
  patch: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(patch).flatMap(([name, value]) => {
    const leaves = Object.hasOwn(tree, name) ? tree[name] : undefined;
    if (!leaves) return [name];
    const inner = (value as { breakdown?: Record<string, unknown> } | null)?.breakdown ?? {};
    return Object.keys(inner)
      .filter((leaf) => !leaves.includes(leaf))
      .map((leaf) => `${name}.${leaf}`);
  });
}
