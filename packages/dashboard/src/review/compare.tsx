import { Bar } from '../bar.tsx';
import type { Leaf, Report, Value } from '../types.ts';
import { plain, words } from '../words.ts';
import { fieldOf } from './fields.ts';

const { review: say } = words;

/** Which field of the document is pointed at, in the lists and in the pictures alike. */
export interface Pointer {
  readonly field: string | null;
  point(field: string | null): void;
}

/** What a list item needs to point at a field while the mouse is over it. */
const pointing = ({ point }: Pointer, field: string | null) => ({
  onMouseEnter: () => point(field),
  onMouseLeave: () => point(null),
});

/** A value letter by letter; those that differ are marked. Positions count characters, not code units. */
function Letters({ value, differing }: Value) {
  const marked = new Set(differing);
  return (
    <span className="letters">
      {[...value].map((letter, at) => {
        const key = `${at}${letter}`;
        return marked.has(at) ? <mark key={key}>{letter}</mark> : <span key={key}>{letter}</span>;
      })}
    </span>
  );
}

/** Leaves that a person has to look at first: those in doubt, then those that are considered. */
function flagged({ doubts, leaves }: Report): readonly (readonly [string, Leaf])[] {
  const considered = Object.keys(leaves).filter(
    (path) => leaves[path]?.result === 'consider' && !doubts.includes(path),
  );
  return [...doubts, ...considered].flatMap((path) => {
    const leaf = leaves[path];
    return leaf ? [[path, leaf] as const] : [];
  });
}

/** `data_comparison.first_name` by its last part. */
const nameOf = (path: string): string => plain(path.split('.').at(-1) as string);

/** What was compared and differs, each source below the other so that letters stand in columns. */
export function Compare({ report, pointer }: { report: Report; pointer: Pointer }) {
  const compared = flagged(report).filter(([, { values }]) => values?.length);
  if (compared.length === 0) return null;
  return (
    <section aria-labelledby="compare">
      <h2 id="compare">{say.compare}</h2>
      {compared.map(([path, { values = [] }]) => (
        <section key={path} className="compare" {...pointing(pointer, fieldOf(path))}>
          <h3>{nameOf(path)}</h3>
          <dl>
            {values.map((value) => (
              <div key={`${value.source}${value.value}`}>
                <dt>{plain(value.source)}</dt>
                <dd>
                  <Letters {...value} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </section>
  );
}

/** Whether a point has anything to compare. */
const said = ({ applicant, listed }: Report['hits'][number]['review'][number]): boolean =>
  applicant.length + listed.length > 0;

/** Hits of a watchlist beside the applicant, point by point. */
export function Hits({ report }: { report: Report }) {
  const open = report.hits.filter(({ decided }) => decided === null);
  if (open.length === 0) return null;
  return (
    <table className="hits">
      <thead>
        <tr>
          <td />
          <th scope="col">{words.check.applicant}</th>
          <th scope="col">{say.hit}</th>
        </tr>
      </thead>
      {open.map(({ list, source_id, review }) => (
        <tbody key={`${list} ${source_id}`}>
          {review.filter(said).map(({ step, applicant, listed }) => (
            <tr key={step}>
              <th scope="row">{plain(step)}</th>
              <td>{applicant.join(', ') || '–'}</td>
              <td>{listed.join(', ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** What is in doubt or considered, with its measure against the threshold, and what confirms the document. */
export function ForAndAgainst({ report, pointer }: { report: Report; pointer: Pointer }) {
  const against = flagged(report);
  const confirmed = report.evidence?.found.filter(({ confirmed_by }) => confirmed_by.length > 0) ?? [];
  return (
    <div className="sides">
      {against.length > 0 && (
        <section aria-labelledby="against">
          <h2 id="against">{say.againstIt}</h2>
          <ul>
            {against.map(([path, { reason, measure, threshold, settles }]) => (
              <li key={path} {...pointing(pointer, fieldOf(path))}>
                <strong>{nameOf(path)}</strong> {reason}
                {measure !== undefined && threshold !== undefined && <Bar measure={measure} threshold={threshold} />}
                {settles && <div className="quiet">{settles}</div>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {report.evidence && (
        <section aria-labelledby="for">
          <h2 id="for">{say.forIt}</h2>
          {confirmed.length === 0 && <p className="quiet">{say.nothing}</p>}
          <ul>
            {confirmed.map(({ forgery, leaf, confirmed_by }) => (
              <li key={`${forgery}${leaf}`}>
                {plain(forgery)}{' '}
                <span className="quiet">{confirmed_by.map(({ source }) => plain(source)).join(', ')}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What was read of the document, beside what the applicant gave. */
export function ReadValues({ report, pointer }: { report: Report; pointer: Pointer }) {
  const read = Object.entries(report.properties ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  );
  if (report.name !== 'document' || read.length === 0) return null;
  const { first_name, last_name, dob } = report.applicant;
  const given: Readonly<Record<string, string | null>> = { first_name, last_name, date_of_birth: dob };
  return (
    <section aria-labelledby="read">
      <h2 id="read">{say.read}</h2>
      <table className="read">
        <thead>
          <tr>
            <td />
            <th scope="col">{say.onDocument}</th>
            <th scope="col">{say.given}</th>
          </tr>
        </thead>
        <tbody>
          {read.map(({ name, value }) => {
            const field = fieldOf(name);
            return (
              <tr
                key={name}
                className={field !== null && field === pointer.field ? 'pointed' : ''}
                {...pointing(pointer, field)}
              >
                <th scope="row">{plain(name)}</th>
                <td>{value}</td>
                <td>{given[name] ?? '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
