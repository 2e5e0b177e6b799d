import type { FormatName } from '../options.ts';
import { bisDpl } from './bis-dpl.ts';
import { euCsv } from './eu-csv.ts';
import { euXml } from './eu-xml.ts';
import type { ListFormat } from './format.ts';
import { ofacAdvanced } from './ofac-advanced.ts';
import { ofacCsv } from './ofac-csv.ts';
import { ofacXml } from './ofac-xml.ts';
import { openSanctionsFtm } from './opensanctions-ftm.ts';
import { openSanctionsNested } from './opensanctions-nested.ts';
import { openSanctionsSimple } from './opensanctions-simple.ts';
import { ownCsv } from './own-csv.ts';
import { ukCsv } from './uk-csv.ts';
import { ukXml } from './uk-xml.ts';
import { unXml } from './un-xml.ts';

/** Every format. A nested file of OpenSanctions also looks like a flat one, which comes behind it. The operator's own comes last: its columns may have the names of others. */
export const formats: readonly ListFormat[] = [
  ofacCsv,
  ofacXml,
  ofacAdvanced,
  unXml,
  euXml,
  euCsv,
  ukCsv,
  ukXml,
  bisDpl,
  openSanctionsNested,
  openSanctionsFtm,
  openSanctionsSimple,
  ownCsv,
];

export const formatOf = (name: FormatName): ListFormat | undefined => formats.find((format) => format.name === name);
