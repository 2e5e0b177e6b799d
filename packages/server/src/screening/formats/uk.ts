import type { ListedCategory, ListedKind } from '@bonafide/verification';
import { birthOfSlashes, slashDay } from '../fields/births.ts';
import { entryOf } from '../fields/lookup.ts';
import { birthOr, type Draft, type DraftName } from '../fields/record.ts';
import { clean, distinct, known, parts } from '../fields/text.ts';

export interface UkName {
  /** Names 1 to 6. */
  readonly parts: readonly string[];
  readonly type: string;
  readonly strength: string;
}

/** An entry of the UK Sanctions List, of either layout. */
export interface UkEntry {
  readonly id: string;
  readonly type: string;
  readonly names: readonly UkName[];
  readonly originals: readonly string[];
  readonly births: readonly string[];
  readonly nationalities: readonly string[];
  readonly genders: readonly string[];
  readonly passports: readonly string[];
  readonly nationalNumbers: readonly string[];
  readonly addresses: NonNullable<Draft['addresses']>;
  readonly birthPlaces: readonly string[];
  readonly titles: readonly string[];
  readonly positions: readonly string[];
  readonly regimes: readonly string[];
  readonly imposed: readonly string[];
  readonly designated: string;
  readonly updated: readonly string[];
  readonly unReference: string;
  readonly remarks: readonly string[];
}

const KINDS: Readonly<Record<string, ListedKind>> = { individual: 'person', entity: 'organisation', ship: 'vessel' };

/** Splits several values in one cell, each with an optional number in front. */
const values = (texts: readonly string[]) =>
  distinct(texts.flatMap((text) => parts(text.replace(/\(\d+\)/g, '|'), /[|;]/)));

export function draftOfUk(entry: UkEntry, category: ListedCategory): Draft {
  const kind = entryOf(KINDS, entry.type.trim().toLowerCase()) ?? 'unknown';
  return {
    sourceId: entry.id,
    kind,
    categories: [category],
    names: [
      ...entry.names.map((name) => nameOf(name, kind === 'person')),
      ...entry.originals.map((full): DraftName => ({ full, type: 'original_script', quality: 'strong' })),
    ],
    births: values(entry.births).map((text) => birthOr(birthOfSlashes(text), text)),
    nationalities: values(entry.nationalities),
    gender: values(entry.genders)[0],
    ids: [
      ...values(entry.passports).map((number) => ({ type: 'Passport', number })),
      ...values(entry.nationalNumbers).map((number) => ({ type: 'National Identifier', number })),
    ],
    addresses: entry.addresses,
    birthPlaces: entry.birthPlaces,
    titles: entry.titles,
    positions: values(entry.positions).map((role) => ({ role })),
    programmes: [...entry.regimes, ...entry.imposed.flatMap((text) => parts(text, '|'))],
    sources: [{ name: 'UK Sanctions List' }],
    listedAt: slashDay(entry.designated, 'day first'),
    updatedAt: entry.updated
      .flatMap((day) => slashDay(day, 'day first') ?? [])
      .sort()
      .at(-1),
    unReference: known(entry.unReference)?.replace(/\.$/, ''),
    remarks: distinct(entry.remarks.map(clean)),
  };
}

function nameOf({ parts: nameParts, type, strength }: UkName, isPerson: boolean): DraftName {
  const words = nameParts.map(clean);
  const full = words.filter(Boolean).join(' ');
  const word = type.trim().toLowerCase();
  const primary = word === '' || word === 'primary name';
  const roles = { given: words[0], middle: words.slice(1, 5).filter(Boolean).join(' '), family: words[5] };
  return {
    full,
    ...(isPerson && roles),
    type: primary ? 'primary' : 'alias',
    // A variation of the primary name has no strength of its own.
    quality: word.startsWith('primary') || primary ? 'strong' : qualityOf(strength, full),
  };
}

function qualityOf(strength: string, full: string): DraftName['quality'] {
  if (/^good/i.test(strength.trim())) return 'strong';
  if (/^low/i.test(strength.trim())) return 'weak';
  return full.includes(' ') ? 'unknown' : 'weak';
}
