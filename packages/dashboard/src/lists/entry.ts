import type { Answers } from '../api-types.ts';
import { words } from '../words.ts';

export type Entry = Answers['GET /accounts/{account}/{environment}/list_entries']['entries'][number];

/** A value of a report that a list can have. */
export type Listable = Answers['GET /accounts/{account}/{environment}/reports/{id}/listable']['values'][number];

export type ListName = Entry['list'];

export type ListedKind = Entry['kind'];

/** Kinds of values, as choices. */
export const kinds = Object.entries(words.lists.kinds) as readonly (readonly [ListedKind, string])[];

/** First part of the keys under which pages of the lists are cached. */
export const ENTRIES = 'list_entries';

/** A listed value in one line, with the postcode and country that belong to it. */
export const valueText = ({ value, postcode, country }: Pick<Entry, 'value' | 'postcode' | 'country'>): string =>
  [value, postcode, country].filter(Boolean).join(', ');
