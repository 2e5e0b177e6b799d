/** Patterns by language or topic, each list in the order in which it is tried. */
export type PatternTable = Readonly<Record<string, readonly (string | RegExp)[]>>;

/** The source of a pattern that matches what any pattern of a table does; text stands for itself. */
export const anyOf = (table: PatternTable): string =>
  Object.values(table)
    .flat()
    .map((pattern) => (typeof pattern === 'string' ? pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : pattern.source))
    .join('|');
