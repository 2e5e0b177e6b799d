import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PrintedField, sameName, sameNumber } from '@bonafide/verification';
import { readOnce, timeOfReading } from './documents.ts';
import type { Measurement, Subject } from './measurement.ts';

/** Key of the truth, and what it is here. */
const FIELDS: Readonly<Record<string, PrintedField>> = {
  surname: 'surname',
  given_names: 'givenNames',
  document_number: 'documentNumber',
  date_of_birth: 'dateOfBirth',
  issue_date: 'dateOfIssue',
  expiry_date: 'dateOfExpiry',
  sex: 'sex',
  personal_number: 'personalNumber',
};

interface Truth {
  readonly file: string;
  readonly document_type: string;
  readonly issuing_country: string;
  readonly issuing_state?: string;
  readonly printed?: Readonly<Record<string, string>>;
}

/** Measures the classification of documents, and the reading of their printed fields. */
export const printed: Subject = {
  name: 'printed',
  async measure(data) {
    const fields = new Map<string, { right: number; wrong: number; of: number }>();
    const count = { type: 0, country: 0, state: 0, states: 0, all: 0, countries: 0 };
    const misses: string[] = [];
    for (const folder of ['documents_front', 'documents_mrz']) {
      const list = join(data, folder, 'ground_truth.json');
      if (!existsSync(list)) continue;
      for (const truth of JSON.parse(readFileSync(list, 'utf8')) as Truth[]) {
        const read = await readOnce(join(data, folder), truth.file);
        const { documentType, issuingCountry, issuingState } = read.classification;
        count.all++;
        if (documentType === truth.document_type) count.type++;
        else misses.push(`${truth.file}: type ${documentType}`);
        // Invented states have no ISO code.
        const real = !['UTO', 'INP'].includes(truth.issuing_country);
        if (real) count.countries++;
        if (real && issuingCountry === truth.issuing_country) count.country++;
        else if (real) misses.push(`${truth.file}: country ${issuingCountry}`);
        if (truth.issuing_state) count.states++;
        if (truth.issuing_state && issuingState === truth.issuing_state) count.state++;
        for (const [key, value] of Object.entries(truth.printed ?? {})) {
          const field = FIELDS[key];
          if (!field || value === '') continue;
          const tally = fields.get(key) ?? { right: 0, wrong: 0, of: 0 };
          const got = read.printed[field]?.value;
          tally.of++;
          if (got !== undefined && same(field, got, value)) tally.right++;
          else {
            misses.push(`${truth.file}: ${key} ${got === undefined ? 'not found' : 'wrong'}`);
            if (got !== undefined) tally.wrong++;
          }
          fields.set(key, tally);
        }
      }
    }
    if (count.all === 0) return [];
    const rows = [...fields].map(([key, { right, wrong, of }]) => ({
      what: `${key} (read wrong: ${wrong})`,
      right,
      of,
    }));
    return [
      { what: 'type of document', right: count.type, of: count.all },
      { what: 'issuing country', right: count.country, of: count.countries },
      { what: 'issuing state of the USA', right: count.state, of: count.states },
      ...rows,
      ...misses.map((what) => ({ what: `missed: ${what}`, figure: '' })),
      ...timeOfReading(),
    ] satisfies Measurement[];
  },
};

function same(field: PrintedField, got: string, wanted: string): boolean {
  if (field === 'surname' || field === 'givenNames') return sameName(got, wanted) === 'same';
  if (field === 'documentNumber' || field === 'personalNumber') return sameNumber(got, wanted) === 'same';
  return got === wanted;
}
