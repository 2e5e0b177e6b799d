import type { SetAnswer } from '../../applicants/applicant.ts';
import { isoDate } from '../../base/clock.ts';
import { mergePatch } from '../../base/merge-patch.ts';
import { yearsBetween } from '../../base/years-between.ts';
import { type ReportName, reportType } from '../index.ts';
import type { Outcome, OutcomePatch, SubResult } from '../outcome.ts';
import type { ReportSubject } from '../types.ts';
import { sandboxAnswers } from './answers/index.ts';
import { decide } from './precedence.ts';
import { effectOfSet } from './set-answer.ts';
import { documentReading } from './specimens/index.ts';
import {
  CONSIDER,
  firstNameTriggers,
  lastNameTriggers,
  subResultEffects,
  triggered,
  UNIDENTIFIED,
} from './triggers.ts';

export interface SandboxInput extends ReportSubject {
  readonly report: ReportName;
  /** `consider` of the request, in v3 names: a v2 name stands for every report that it is a variant of. */
  readonly consider?: readonly string[] | undefined;
  /** `sub_result` of the request. */
  readonly sub_result?: SubResult | undefined;
  /** The answer that the client has set for the report. */
  readonly set?: SetAnswer | undefined;
  /** The hit of a watchlist report is disabled on its monitor. */
  readonly hitDisabled?: boolean;
}

/**
 * The pre-determined outcome of a sandbox report. Pure: the same input gives the same outcome, whatever was uploaded.
 *
 * Only for checks made with a sandbox token; in live, names are data, and `consider` and `sub_result` are ignored by
 * never coming here.
 */
export function sandboxOutcome(input: SandboxInput): Outcome {
  const { applicant, version, consider, hitDisabled } = input;
  const type = reportType(input.report);
  const unmet = type.unmet?.(input);
  if (unmet !== undefined) return unmet;

  const answer = sandboxAnswers[input.report];
  const isDocument = type.family === 'document';
  const subResult = isDocument && input.sub_result ? subResultEffects[input.sub_result] : undefined;
  // Where a sub-result and a document type can't be combined, the sub-result wins.
  const ignoreDocumentType = !isDocument || (version.subResultFirst && subResult !== undefined);
  const reading = ignoreDocumentType ? undefined : documentReading(applicant.last_name, version);

  const effect = decide({
    set: input.set && effectOfSet(input.set, answer.consider(input), answer.noMatch),
    subResult,
    listed: hitDisabled ? false : consider?.length ? consider.includes(input.report) : undefined,
    firstName: triggered(firstNameTriggers, applicant.first_name, type, version),
    lastName: triggered(lastNameTriggers, applicant.last_name, type, version),
    considerName: applicant.last_name === CONSIDER,
    noMatch: version.generation === 1 && applicant.last_name === UNIDENTIFIED ? answer.noMatch : undefined,
    generic: answer.consider(input),
  });
  const clear: Outcome = {
    status: 'complete',
    result: 'clear',
    sub_result: isDocument ? 'clear' : null,
    ...answer.clear(input, type, reading),
  };
  const { breakdown = {}, properties = {} } = input.set ?? {};
  const outcome = structuredClone(mergePatch(mergePatch(clear, effect), { breakdown, properties })) as Outcome;
  return input.ageOver === undefined ? outcome : withAge(outcome, input, input.ageOver);
}

/** The outcome with the age of the applicant's date of birth. An applicant without one is old enough. */
function withAge(outcome: Outcome, { applicant: { dob }, checkCreatedAt }: SandboxInput, age: number): Outcome {
  const isOld = !dob || yearsBetween(dob, isoDate(checkCreatedAt)) >= age;
  const result = isOld ? 'clear' : 'consider';
  const young: OutcomePatch = isOld || outcome.result !== 'clear' ? {} : { result: 'consider', sub_result: 'rejected' };
  const breakdown = { age_validation: { result, breakdown: { minimum_accepted_age: { result } } } };
  return mergePatch(outcome, { ...young, breakdown }) as Outcome;
}
