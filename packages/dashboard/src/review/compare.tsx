import { Bar } from '../bar.tsx';
import { Chip } from '../parts.tsx';
import type { Hit, Report, Value } from '../types.ts';
import { plain, words } from '../words.ts';
import { flagged, nameOf } from './doubts.ts';
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

/** What was compared and differs, each source below the other so that letters stand in columns. */
export function Compare({ report, pointer }: { report: Report; pointer: Pointer }) {
  const compared = flagged(report).filter(({ values }) => values?.length);
  if (compared.length === 0) return null;
  return (
    <section aria-labelledby="compare">
      <h2 id="compare">{say.compare}</h2>
      {compared.map(({ path, names, values = [] }) => (
        <section key={path} className="compare" {...pointing(pointer, fieldOf(path))}>
          <h3>{names.join(', ')}</h3>
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

type Point = Hit['review'][number];

/** Whether a point has anything to compare. */
const said = ({ applicant, listed }: Point): boolean => applicant.length + listed.length > 0;

/** How the two stand to each other: one value of both agrees, a date also with its beginning; names of a hit are alike at least. */
function standingOf({ step, applicant, listed }: Point): 'match' | 'alike' | 'differs' | null {
  if (applicant.length * listed.length === 0) return null;
  const agree = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
  const [own, theirs] = [applicant, listed].map((values) => values.map((value) => value.toLowerCase()));
  if (own?.some((a) => theirs?.some((b) => agree(a, b)))) return 'match';
  return step === 'name' ? 'alike' : 'differs';
}

/** Hits of a watchlist beside the applicant, point by point. */
export function Hits({ report }: { report: Report }) {
  const open = report.hits.filter(({ decided }) => decided === null);
  return open.map(({ list, source_id, review }) => {
    const { listed: source = [list] } = review.find(({ step }) => step === 'list') ?? {};
    return (
      <section key={`${list} ${source_id}`} className="hit" aria-label={say.hit}>
        <p className="quiet">
          {say.listedIn} <strong>{source.join(', ')}</strong> <code>{source_id}</code>
        </p>
        <table className="hits">
          <thead>
            <tr>
              <td />
              <th scope="col">{words.check.applicant}</th>
              <th scope="col">{say.hit}</th>
              <th scope="col">{say.point}</th>
            </tr>
          </thead>
          <tbody>
            {review
              .filter((point) => point.step !== 'list' && said(point))
              .map((point) => (
                <tr key={point.step} className={standingOf(point) ?? ''}>
                  <th scope="row">{plain(point.step)}</th>
                  <td>{point.applicant.join(', ') || '–'}</td>
                  <td>{point.listed.join(', ') || '–'}</td>
                  <td>
                    <Standing of={standingOf(point)} />
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    );
  });
}

const Standing = ({ of }: { of: ReturnType<typeof standingOf> }) =>
  of === null ? <span className="quiet">{say.points.unknown}</span> : <Chip value={of}>{say.points[of]}</Chip>;

/** What confirms the document: each forgery that is ruled out with its sources, and the leaves for which they do. */
function confirmedBy({ evidence }: Report): readonly (readonly [what: string, leaves: readonly string[]])[] {
  const found = new Map<string, string[]>();
  for (const { forgery, leaf, confirmed_by } of evidence?.found ?? []) {
    if (confirmed_by.length === 0) continue;
    const what = `${plain(forgery)}: ${confirmed_by.map(({ source }) => plain(source)).join(', ')}`;
    found.set(what, [...(found.get(what) ?? []), nameOf(leaf)]);
  }
  return [...found];
}

/** What is in doubt or considered, with its measure against the threshold, and what confirms the document. */
export function ForAndAgainst({ report, pointer }: { report: Report; pointer: Pointer }) {
  const against = flagged(report);
  const confirmed = confirmedBy(report);
  const clear = Object.keys(report.leaves).filter((path) => report.leaves[path]?.result === 'clear');
  return (
    <div className="sides">
      {against.length > 0 && (
        <section aria-labelledby="against">
          <h2 id="against">{say.againstIt}</h2>
          <ul>
            {against.map(({ path, names, reason, measure, threshold, settles }, index) => (
              <li key={path} {...pointing(pointer, fieldOf(path))}>
                <strong>{names.join(', ')}</strong> {reason}
                {measure !== undefined && threshold !== undefined && <Bar measure={measure} threshold={threshold} />}
                {settles && <Settles open={index === 0} text={settles} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {(report.evidence || clear.length > 0) && (
        <section aria-labelledby="for">
          <h2 id="for">{say.forIt}</h2>
          <ul>
            {report.evidence && confirmed.length === 0 && <li className="quiet">{say.nothing}</li>}
            {confirmed.map(([what, leaves]) => (
              <li key={what}>
                {what} {leaves.length > 1 && <span className="quiet">{leaves.join(', ')}</span>}
              </li>
            ))}
            {clear.length > 0 && (
              <li>
                <details>
                  <summary>{say.clearPoints(clear.length)}</summary>
                  <span className="quiet">{clear.map(nameOf).join(', ')}</span>
                </details>
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What would settle a doubt: said at once of the first, on demand of the others. */
const Settles = ({ open, text }: { open: boolean; text: string }) =>
  open ? (
    <div className="quiet">{text}</div>
  ) : (
    <details>
      <summary>{say.settles}</summary>
      <span className="quiet">{text}</span>
    </details>
  );

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
