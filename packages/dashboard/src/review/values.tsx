import type { Report, Value } from '../types.ts';
import { plain, words } from '../words.ts';
import { Letters, type Pointer, pointing } from './compare.tsx';
import { fieldOf } from './fields.ts';

const { review: say } = words;

/** Sources of a document in the order of their columns. */
const SOURCES = ['printed', 'mrz', 'barcode', 'chip', 'credential'] as const;

interface Row {
  readonly name: string;
  /** Values of each source; earlier reports, and fields with one source, have only the values that were read. */
  readonly values: readonly Value[];
  readonly read?: string;
  readonly given?: string | null | undefined;
}

/** Properties that repeat a field under another name. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  first_name: ['first_names'],
  last_name: ['last_names'],
};

/** Fields as every source has them, then what else was read. */
function rowsOf({ fields, properties, applicant: { first_name, last_name, dob } }: Report): readonly Row[] {
  const compared = fields.map(({ field, values }) => ({ name: field, values }));
  const known = new Set(fields.flatMap(({ field }) => [field, ...(alsoCalled[field] ?? [])]));
  const given: Readonly<Record<string, string | null>> = { first_name, last_name, date_of_birth: dob };
  const others = Object.entries(properties ?? {}).flatMap(([name, read]) =>
    typeof read === 'string' && !known.has(name) ? [{ name, values: [], read, given: given[name] }] : [],
  );
  return [...compared, ...others];
}

/** Values that were read from the document, source by source, beside the applicant's own; differing characters are marked. */
export function ReadValues({ report, pointer }: { report: Report; pointer: Pointer }) {
  const rows = rowsOf(report);
  const reads = report.name.startsWith('document') || report.fields.length > 0;
  if (!reads || rows.length === 0) return null;
  const sources = SOURCES.filter((source) => rows.some(({ values }) => values.some((one) => one.source === source)));
  return (
    <section aria-labelledby="read">
      <h2 id="read">{say.read}</h2>
      <table className="read">
        <thead>
          <tr>
            <td />
            {sources.map((source) => (
              <th key={source} scope="col">
                {say.sources[source]}
              </th>
            ))}
            {sources.length === 0 && <th scope="col">{say.onDocument}</th>}
            <th scope="col">{say.given}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values, read, given }) => {
            const field = fieldOf(name);
            return (
              <tr
                key={name}
                className={field !== null && field === pointer.field ? 'pointed' : ''}
                {...pointing(pointer, field)}
              >
                <th scope="row">{plain(name)}</th>
                {read === undefined ? (
                  sources.map((source) => <Said key={source} source={source} values={values} />)
                ) : (
                  <td colSpan={Math.max(1, sources.length)}>{read}</td>
                )}
                {read === undefined ? <Said source="applicant" values={values} /> : <td>{given ?? '–'}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Values of a field in one source: each distinct value, since MRZs of two sides may differ. */
function Said({ source, values }: { source: string; values: readonly Value[] }) {
  const own = values.filter((one) => one.source === source);
  const differs = values.some(({ differing }) => differing.length > 0);
  return (
    <td>
      {own.length === 0 && '–'}
      {own.map((one) => (
        <div key={one.value}>{differs ? <Letters {...one} /> : one.value}</div>
      ))}
    </td>
  );
}
