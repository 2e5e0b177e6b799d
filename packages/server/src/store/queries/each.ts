import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Dialect } from '../query.ts';

/** The elements of a JSON array, as the rows of a subquery. */
export function each<T>(json: string, dialect: Dialect, type: 'integer' | 'text') {
  return dialect === 'sqlite'
    ? sql<T>`(select value from json_each(${json}))`
    : sql<T>`(select cast(value as ${sql.raw(type)}) from json_array_elements_text(cast(${json} as json)))`;
}

/**
 * The condition that a column has one of the values of a subquery. PostgreSQL may run a subquery of `in` again for each row, or read
 * the whole table beside it. A row that the statement has deleted already counts toward no limit there, so a limit holds nothing
 * back. PostgreSQL runs a subquery of `array` once.
 */
export function isAmong(column: string, values: Expression<unknown>, dialect: Dialect): RawBuilder<boolean> {
  return dialect === 'postgres'
    ? sql<boolean>`${sql.ref(column)} = any(array${values})`
    : sql<boolean>`${sql.ref(column)} in ${values}`;
}

/** The elements of a JSON array of texts, as the table `given` with the column `value`. */
export function jsonTexts(json: string, dialect: Dialect) {
  return dialect === 'sqlite'
    ? sql`json_each(${json}) as given`
    : sql`json_array_elements_text(cast(${json} as json)) as given(value)`;
}
