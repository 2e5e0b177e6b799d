import type {
  Breakdown,
  Breakdowns,
  BreakdownTree,
  Leaf,
  OutcomePatch,
  Properties,
  Result,
  SubResult,
} from './outcome.ts';

/**
 * Paths of all leaves of a tree: `data_comparison.gender`, or `police_record` for a breakdown without leaves.
 *
 * @param absent paths of breakdowns or leaves that are left out
 */
export function leafPaths(tree: BreakdownTree, absent: readonly string[] = []): string[] {
  return Object.entries(tree)
    .filter(([name]) => !absent.includes(name))
    .flatMap(([name, leaves]) => (leaves.length === 0 ? [name] : leaves.map((leaf) => `${name}.${leaf}`)))
    .filter((path) => !absent.includes(path));
}

/** The results of all leaves of a breakdown by path; a breakdown without leaves counts as one. */
export function leafResults(breakdowns: Breakdowns): [path: string, result: Result][] {
  return Object.entries(breakdowns).flatMap(([name, { result, breakdown }]): [string, Result][] =>
    breakdown === undefined
      ? [[name, result]]
      : Object.entries(breakdown).map(([leaf, sub]) => [`${name}.${leaf}`, sub.result]),
  );
}

/** The leaves of a breakdown by path, each with its result and its properties. */
export function leafProperties(breakdowns: Breakdowns): [path: string, result: Result, properties: Properties][] {
  return leafResults(breakdowns).map(([path, result]) => {
    const [name, leaf] = path.split('.') as [string, string?];
    const found = leaf === undefined ? undefined : breakdowns[name]?.breakdown?.[leaf];
    return [path, result, found?.properties ?? {}];
  });
}

/**
 * A breakdown with every leaf of `tree` clear.
 *
 * @param options.absent paths of breakdowns or leaves that the report leaves out
 * @param options.properties leaf properties by path; `{}` where not given
 */
export function clearBreakdown(
  tree: BreakdownTree,
  options: { absent?: readonly string[]; properties?: Readonly<Record<string, Properties>> } = {},
): Breakdowns {
  const { absent = [], properties = {} } = options;
  const breakdowns: Breakdowns = {};
  for (const [name, leaves] of Object.entries(tree)) {
    if (absent.includes(name)) continue;
    const breakdown: Breakdown = { result: 'clear' };
    if (leaves.length > 0) {
      breakdown.breakdown = Object.fromEntries(
        leaves
          .map((leaf) => [leaf, `${name}.${leaf}`] as const)
          .filter(([, path]) => !absent.includes(path))
          .map(([leaf, path]): [string, Leaf] => [leaf, { result: 'clear', properties: properties[path] ?? {} }]),
      );
    }
    breakdowns[name] = breakdown;
  }
  return breakdowns;
}

/** The patch that makes leaves of one breakdown, the breakdown and the report `consider`. */
export function flag(
  breakdown: string,
  leaves: Readonly<Record<string, Properties | null>>,
  sub_result?: SubResult,
): OutcomePatch {
  const flagged = Object.entries(leaves).map(([leaf, properties]) => [
    leaf,
    properties === null ? { result: 'consider' } : { result: 'consider', properties },
  ]);
  return {
    result: 'consider',
    ...(sub_result && { sub_result }),
    breakdown: { [breakdown]: { result: 'consider', breakdown: Object.fromEntries(flagged) } },
  };
}
