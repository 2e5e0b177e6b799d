import type { FormatName } from '../options.ts';
import type { MadeFiles } from './invented.ts';
import { madeBis, madeEuCsv, madeOfacCsv, madeOwnCsv, madeSimple, madeUkCsv } from './made-delimited.ts';
import { madeFtm, madeNested } from './made-entities.ts';
import { madeEuXml, madeOfacAdvanced, madeOfacXml, madeUkXml, madeUnXml } from './made-xml.ts';

/** A list of invented people in every format. The first file is the main one. */
export const madeLists: Readonly<Record<FormatName, MadeFiles>> = {
  'ofac-csv': madeOfacCsv,
  'ofac-xml': madeOfacXml,
  'ofac-advanced': madeOfacAdvanced,
  'un-xml': madeUnXml,
  'eu-xml': madeEuXml,
  'eu-csv': madeEuCsv,
  'uk-csv': madeUkCsv,
  'uk-xml': madeUkXml,
  'opensanctions-ftm': madeFtm,
  'opensanctions-nested': madeNested,
  'opensanctions-simple': madeSimple,
  'bis-dpl': madeBis,
  csv: madeOwnCsv,
};

/** The same, each file as one text. */
export const madeTexts = (format: FormatName, count: number): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(madeLists[format](count)).map(([name, pieces]) => [name, [...pieces].join('')]));
