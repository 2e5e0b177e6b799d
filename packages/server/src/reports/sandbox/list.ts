import type { Version } from '../../base/versions.ts';
import type { OutcomePatch } from '../outcome.ts';
import { documentTypeOptions } from './specimens/index.ts';
import { CONSIDER, firstNameTriggers, lastNameTriggers, type Trigger } from './triggers.ts';

/** A name that decides results in the sandbox, and what it does. */
export interface ListedTrigger {
  readonly field: 'first_name' | 'last_name';
  /** Name, compared by case and spaces. */
  readonly name: string;
  readonly reports: 'document' | 'facial' | 'all';
  readonly result: string;
  readonly sub_result: string | null;
  /** Leaves that are not clear, as `visual_authenticity.fonts`. */
  readonly leaves: readonly string[];
}

/** The trigger tables by which the sandbox decides, as a version knows them. */
export function listTriggers({ generation }: Version): ListedTrigger[] {
  const known = ({ beforeV3 }: { readonly beforeV3?: true }) => !beforeV3 || generation < 3;
  const listed = (field: ListedTrigger['field'], { name, appliesTo, effect }: Trigger): ListedTrigger => ({
    field,
    name,
    reports: appliesTo,
    result: effect.result ?? 'clear',
    sub_result: appliesTo === 'document' ? (effect.sub_result ?? 'clear') : null,
    leaves: leavesOf(effect),
  });
  const every = { field: 'last_name', name: CONSIDER, reports: 'all', result: 'consider' } as const;
  return [
    ...firstNameTriggers.filter(known).map((trigger) => listed('first_name', trigger)),
    ...lastNameTriggers.filter(known).map((trigger) => listed('last_name', trigger)),
    { ...every, sub_result: null, leaves: [] },
    ...documentTypeOptions
      .filter(known)
      .map(({ name }) => listed('last_name', { name, appliesTo: 'document', effect: {} })),
  ];
}

function leavesOf({ breakdown = {} }: OutcomePatch): string[] {
  return Object.entries(breakdown as Record<string, { breakdown?: object }>).flatMap(([name, node]) =>
    node.breakdown ? Object.keys(node.breakdown).map((leaf) => `${name}.${leaf}`) : [name],
  );
}
