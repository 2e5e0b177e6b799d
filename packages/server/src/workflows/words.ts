import type { Condition, Rule } from './workflow.ts';

/** A condition in words, as a picture of a workflow shows it. */
export function conditionText(condition: Condition): string {
  if ('not' in condition) return `not (${conditionText(condition.not)})`;
  if ('all' in condition) return condition.all.map(inGroup).join(' and ');
  if ('any' in condition) return condition.any.map(inGroup).join(' or ');
  if ('value' in condition) {
    const { value, is, in: list, at_least, at_most, exists } = condition;
    if (exists !== undefined) return exists ? `${value} exists` : `${value} is missing`;
    if (is !== undefined) return `${value} is ${is}`;
    if (list) return `${value} is one of ${list.join(', ')}`;
    return [
      at_least === undefined ? '' : `${value} is at least ${at_least}`,
      at_most === undefined ? '' : `${value} is at most ${at_most}`,
    ]
      .filter(Boolean)
      .join(' and ');
  }
  const { check, report, result, sub_result } = condition;
  if (check !== undefined)
    return `every report is ${check}`.replace('every report is consider', 'a report is not clear');
  return `${report} is ${[result, sub_result].filter(Boolean).join(', ')}`;
}

const inGroup = (part: Condition) =>
  'all' in part || 'any' in part ? `(${conditionText(part)})` : conditionText(part);

/** Text of a rule's condition; undefined for a rule that always decides. */
export function ruleText({ check, report, result, sub_result, if: condition }: Rule): string | undefined {
  const parts = [
    ...(check === undefined && report === undefined
      ? []
      : [
          conditionText({
            ...(check !== undefined && { check }),
            ...(report !== undefined && { report }),
            ...(result !== undefined && { result }),
            ...(sub_result !== undefined && { sub_result }),
          }),
        ]),
    ...(condition ? [conditionText(condition)] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(' and ');
}
