import { publishedVersions } from '../../base/versions.ts';
import { doubtKinds } from '../../checks/waiting/doubts.ts';
import { queueOrders } from '../../checks/waiting/waiting.ts';
import { acceptedReportNames } from '../../reports/index.ts';
import type { ViewList } from '../../store/schema.ts';

export const viewLists = ['queue', 'checks', 'applicants'] as const satisfies readonly ViewList[];

/** States of checks by which the list of checks is filtered. */
export const checkStatuses = [
  'in_progress',
  'awaiting_applicant',
  'complete',
  'withdrawn',
  'paused',
  'reopened',
] as const;

export const checkResults = ['clear', 'consider'] as const;

type IsValid = (value: string) => boolean;

const oneOf =
  (values: readonly string[]): IsValid =>
  (value) =>
    values.includes(value);

const upTo =
  (length: number): IsValid =>
  (value) =>
    value.trim() !== '' && value.length <= length;

const isDay: IsValid = (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
const isNumber: IsValid = (value) => /^\d{1,6}$/.test(value);
const isReport = oneOf(acceptedReportNames(publishedVersions.latest));

interface ListFacts {
  /** Filters and order in the address of the page, and their values. */
  readonly filters: Readonly<Record<string, IsValid>>;
  /** Columns that a member can hide. */
  readonly columns: readonly string[];
}

/** The lists of the dashboard: what a saved view of each can hold. */
const lists: Readonly<Record<ViewList, ListFacts>> = {
  queue: {
    filters: {
      report: (value) => value === 'workflow_run' || isReport(value),
      doubt: oneOf(doubtKinds),
      waited: isNumber,
      assigned: oneOf(['me', 'nobody']),
      tag: upTo(200),
      order: oneOf(queueOrders),
    },
    columns: ['applicant', 'doubt', 'waits', 'due', 'reviewer'],
  },
  checks: {
    filters: {
      q: upTo(500),
      status: oneOf(checkStatuses),
      result: oneOf(checkResults),
      report: isReport,
      tag: upTo(128),
      from: isDay,
      to: isDay,
    },
    columns: ['result', 'applicant', 'reports', 'tags', 'created', 'took'],
  },
  applicants: { filters: { q: upTo(500) }, columns: ['dob', 'created', 'id'] },
};

export type ViewFilter = Readonly<Record<string, string>>;

/** Filter and hidden columns of a view, and the names of those that its list lacks. */
export interface JudgedView {
  readonly filter: ViewFilter;
  readonly hidden: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Separates what a list offers from what it does not. A later version of the service may lack a filter, a value or a column of an
 * earlier one.
 */
export function judgeView(list: ViewList, filter: ViewFilter, hidden: readonly string[]): JudgedView {
  const { filters, columns } = lists[list];
  const isKnown = ([name, value]: readonly [string, string]) => Object.hasOwn(filters, name) && filters[name]?.(value);
  const entries = Object.entries(filter);
  return {
    filter: Object.fromEntries(entries.filter(isKnown)),
    hidden: columns.filter((column) => hidden.includes(column)),
    unknown: [
      ...entries.filter((entry) => !isKnown(entry)).map(([name]) => name),
      ...hidden.filter((column) => !columns.includes(column)),
    ],
  };
}
