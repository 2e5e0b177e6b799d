import type { LookupSubject } from '../../reports/live/lookup.ts';

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Values that placeholders of a template may name. */
export interface TemplateValues extends LookupSubject {
  readonly request_id: string;
  readonly country: string;
}

/** Replacements for the values of a placeholder, by its path: `{"document.type": {"passport": "PP"}}`. */
export type Maps = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** A value of the subject that the template's maps do not have. The message names the placeholder, never the value. */
export class UnmappedValue extends Error {}

/** `{{document.number}}`, or with a form of dates `{{date_of_birth | DD/MM/YYYY}}`. */
const PLACEHOLDER = /\{\{\s*([a-z_]+(?:\.(?:[a-z_]+|\d+))*)\s*(?:\|\s*([YMD][YMD./ -]*[YMD])\s*)?\}\}/g;

/** Anything in double braces, right or wrong. */
const BRACES = /\{\{.*?\}\}/gs;

/** Paths of all placeholders of a template, and other texts in double braces. */
export function placeholdersOf(template: Json): {
  readonly paths: readonly string[];
  readonly wrong: readonly string[];
} {
  const texts = textsOf(template);
  return {
    paths: texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, path]) => path!)),
    wrong: texts.flatMap((text) => text.replace(PLACEHOLDER, '').match(BRACES) ?? []),
  };
}

function textsOf(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsOf) : [];
}

/**
 * A template with its values. A text that is one placeholder becomes the value itself; where nothing is known, its key or entry is left
 * out. A placeholder within a text becomes an empty text then. Throws `UnmappedValue`.
 *
 * @example
 * import { fillTemplate } from './template.ts';
 *
 * const values = { request_id: '5f0c', country: 'GBR', date_of_birth: '1990-01-31' };
 * fillTemplate({ born: '{{date_of_birth | DDMMYYYY}}', name: '{{first_name}}' }, values); // { born: '31011990' }
 */
export function fillTemplate(template: Json, values: TemplateValues, maps: Maps = {}): Json | undefined {
  if (typeof template === 'string') return filledText(template, values, maps);
  if (Array.isArray(template))
    return template.map((entry: Json) => fillTemplate(entry, values, maps)).filter((entry) => entry !== undefined);
  if (template === null || typeof template !== 'object') return template;
  const entries = Object.entries(template).flatMap(([key, entry]) => {
    const filled = fillTemplate(entry, values, maps);
    return filled === undefined ? [] : [[key, filled] as const];
  });
  return Object.fromEntries(entries);
}

function filledText(text: string, values: TemplateValues, maps: Maps): Json | undefined {
  const alone = text.match(PLACEHOLDER)?.[0] === text.trim();
  const value = (path: string, form: string | undefined) => mapped(path, formed(valueAt(values, path), form), maps);
  if (alone) {
    const [, path, form] = [...text.trim().matchAll(PLACEHOLDER)][0]!;
    return value(path!, form);
  }
  return text.replace(PLACEHOLDER, (_, path: string, form?: string) => String(value(path, form) ?? ''));
}

function valueAt(values: TemplateValues, path: string): Json | undefined {
  const value = path
    .split('.')
    .reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), values);
  return value === null ? undefined : (value as Json | undefined);
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day in another form: `YYYY`, `MM` and `DD` are replaced. */
function formed(value: Json | undefined, form: string | undefined): Json | undefined {
  const day = form !== undefined && typeof value === 'string' ? DAY.exec(value) : null;
  if (!day) return value;
  const [, year, month, dayOfMonth] = day;
  return form!.replace('YYYY', year!).replace('MM', month!).replace('DD', dayOfMonth!);
}

function mapped(path: string, value: Json | undefined, maps: Maps): Json | undefined {
  const map = Object.hasOwn(maps, path) ? maps[path] : undefined;
  if (!map || value === undefined) return value;
  if (!Object.hasOwn(map, String(value))) throw new UnmappedValue(`its request has no form for this ${path}`);
  return map[String(value)];
}
