/** The value of a key that the table has itself: `constructor` in a file is not an entry of any table. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
