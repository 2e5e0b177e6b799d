import { sql } from 'kysely';
import type { Dialect } from '../query.ts';

/** The elements of a JSON array, as the rows of a subquery. */
export function each<T>(json: string, dialect: Dialect, type: 'integer' | 'text') {
  return dialect === 'sqlite'
    ? sql<T>`(select value from json_each(${json}))`
    : sql<T>`(select cast(value as ${sql.raw(type)}) from json_array_elements_text(cast(${json} as json)))`;
}

/** The elements of a JSON array of texts, as the table `given` with the column `value`. */
export function jsonTexts(json: string, dialect: Dialect) {
  return dialect === 'sqlite'
    ? sql`json_each(${json}) as given`
    : sql`json_array_elements_text(cast(${json} as json)) as given(value)`;
}
