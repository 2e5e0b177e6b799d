import { label, paragraph } from './printable.ts';
import type { Row } from './sheet-content.ts';

/** Most rows of one table; beyond it a line says how many are left out. */
const MOST_ROWS = 500;
/** Deepest nesting that is printed row by row; what is deeper is printed as JSON. */
export const DEEPEST = 5;

/** An object of the wire, row by row; no rows for any other value. */
export function propertyRows(properties: unknown, depth = 0): Row[] {
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, value]) => valueRows(label(name), value, depth));
}

function valueRows(name: string, value: unknown, depth: number): Row[] {
  const row = (text: string): Row[] => [{ label: name, depth, value: paragraph(text) || '–' }];
  if (value === null || value === undefined) return row('–');
  if (typeof value !== 'object') return row(String(value));
  if (depth >= DEEPEST) return row(JSON.stringify(value));
  if (!Array.isArray(value)) return [{ label: name, depth, value: '' }, ...propertyRows(value, depth + 1)];
  if (value.every((item) => typeof item !== 'object')) return row(value.length > 0 ? value.join(', ') : 'none');
  return value.flatMap((item, index) => valueRows(`${name} ${index + 1}`, item, depth));
}

/** Limits rows to the most that a table may have. */
export function bounded(rows: Row[]): Row[] {
  if (rows.length <= MOST_ROWS) return rows;
  const left = rows.length - MOST_ROWS;
  return [...rows.slice(0, MOST_ROWS), { label: `… and ${left} more, left out here`, depth: 0, value: '' }];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
