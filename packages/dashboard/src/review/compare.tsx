import { ActorName } from '../people/actor-name.tsx';
import type { Leaf, Report, Value } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain, time, words } from '../words.ts';
import { type Flag, flagged, nameOf, resultOf } from './doubts.ts';
import { fieldOf } from './fields.ts';
import { resultsOf } from './marks.ts';
import { measureText } from './measures.ts';
import { Reason } from './reason.tsx';
import type { Marking } from './use-marks.ts';

const { review: say } = words;

/** The field of the document that is pointed at, in the lists and in the pictures alike. */
export interface Pointer {
  readonly field: string | null;
  point(field: string | null): void;
}

/** Props of a list item that point at a field while the mouse is over it. */
export const pointing = ({ point }: Pointer, field: string | null) => ({
  onMouseEnter: () => point(field),
  onMouseLeave: () => point(null),
});

/** A value letter by letter; those that differ are marked. Positions count characters, not code units. */
export function Letters({ value, differing }: Value) {
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

/** Differing values, each source below the other so that characters align in columns. */
export function Compare({ report, pointer }: { report: Report; pointer: Pointer }) {
  const compared = flagged(report).filter(({ values }) => values?.length);
  if (compared.length === 0) return null;
  return (
    <section aria-labelledby="compare">
      <h2 id="compare">{say.compare}</h2>
      {compared.map(({ path, names, values = [] }) => (
        <section key={path} className="compare" {...pointing(pointer, fieldOf(path))}>
          <h3>{names.join(', ')}</h3>
          <ComparedValues values={values} />
        </section>
      ))}
    </section>
  );
}

/** Values of several sources, one below the other. */
export const ComparedValues = ({ values }: { values: readonly Value[] }) => (
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
);

/** Evidence that confirms the document: each ruled-out forgery with its sources, and the leaves that they confirm. */
function confirmedBy({ evidence }: Report): readonly (readonly [what: string, leaves: readonly string[]])[] {
  const found = new Map<string, string[]>();
  for (const { forgery, leaf, confirmed_by } of evidence?.found ?? []) {
    if (confirmed_by.length === 0) continue;
    const what = `${plain(forgery)}: ${confirmed_by.map(({ source }) => plain(source)).join(', ')}`;
    found.set(what, [...(found.get(what) ?? []), nameOf(leaf)]);
  }
  return [...found];
}

/**
 * Leaves in doubt or considered, with their measure against the threshold, and the evidence that confirms the document; each can
 * be decided by itself.
 */
export function ForAndAgainst({ report, pointer, marking }: { report: Report; pointer: Pointer; marking: Marking }) {
  const against = flagged(report);
  const confirmed = confirmedBy(report);
  const paths = Object.keys(report.leaves);
  const resultAt = (path: string) => resultOf(report.leaves[path] as Leaf);
  const clear = paths.filter((path) => resultAt(path) === 'clear');
  const unassessed = paths.filter((path) => resultAt(path) === null && !report.doubts.includes(path));
  const decided = clear.filter((path) => report.leaves[path]?.decided);
  const others = [...clear, ...(marking.active ? unassessed : [])];
  return (
    <div className="sides">
      {against.length > 0 && (
        <section aria-labelledby="against">
          <h2 id="against">{say.againstIt}</h2>
          <ul>
            {against.map((flag, index) => (
              <Against
                key={flag.path}
                flag={flag}
                first={index === 0}
                report={report}
                pointer={pointer}
                marking={marking}
              />
            ))}
          </ul>
        </section>
      )}
      {(report.evidence || others.length > 0) && (
        <section aria-labelledby="for">
          <h2 id="for">{say.forIt}</h2>
          <ul>
            {report.evidence && confirmed.length === 0 && <li className="quiet">{say.nothing}</li>}
            {confirmed.map(([what, leaves]) => (
              <li key={what}>
                {what} {leaves.length > 1 && <span className="quiet">{leaves.join(', ')}</span>}
              </li>
            ))}
            {decided.map((path) => (
              <li key={path}>
                <strong>{nameOf(path)}</strong> <DecidedLeaf report={report} path={path} />
              </li>
            ))}
            {others.length > 0 && (
              <li className={clear.length === 0 ? 'quiet' : ''}>
                <details>
                  <summary>
                    {[
                      clear.length > 0 && say.clearPoints(clear.length),
                      others.length > clear.length && say.unassessedPoints(others.length - clear.length),
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </summary>
                  {marking.active ? (
                    <SingleLeaves report={report} paths={others} marking={marking} />
                  ) : (
                    <span className="quiet">{others.map(nameOf).join(', ')}</span>
                  )}
                </details>
              </li>
            )}
          </ul>
        </section>
      )}
    </div>
  );
}

interface Flagged {
  readonly flag: Flag;
  readonly first: boolean;
  readonly report: Report;
  readonly pointer: Pointer;
  readonly marking: Marking;
}

function Against({ flag, first, report, pointer, marking }: Flagged) {
  const { path, paths, names, reason, settles, unconfirmed } = flag;
  const here = marking.at === undefined ? first && report.hits.length === 0 : marking.at === path;
  const keyed = here && marking.at !== undefined;
  const folded = unconfirmed && paths.length > 1;
  const single = (marking.active || folded) && paths.length > 1 ? paths : [];
  const fact = measureText(flag);
  return (
    <li
      {...pointing(pointer, fieldOf(path))}
      className={keyed ? 'here' : ''}
      ref={(element) => {
        if (keyed) element?.scrollIntoView({ block: 'nearest' });
      }}
    >
      {marking.active && <LeafChoices report={report} paths={paths} marking={marking} here={here} />}
      {folded ? (
        <strong>{reason}</strong>
      ) : (
        <>
          <strong>{names.join(', ')}</strong> <Reason text={reason} />
        </>
      )}{' '}
      <DecidedLeaf report={report} path={path} />
      {fact && (
        <div className="quiet">
          <Reason text={fact} />
        </div>
      )}
      {settles && <div className="quiet">{settles}</div>}
      {single.length > 0 && (
        <details>
          <summary>{say.oneByOne}</summary>
          <SingleLeaves report={report} paths={single} marking={marking} reasons={folded} />
        </details>
      )}
    </li>
  );
}

interface Decidable {
  readonly report: Report;
  readonly paths: readonly string[];
  readonly marking: Marking;
}

/** Leaves with the decisions on each. */
const SingleLeaves = ({ report, paths, marking, reasons = false }: Decidable & { readonly reasons?: boolean }) => (
  <ul className="single">
    {paths.map((path) => (
      <li key={path}>
        {marking.active && <LeafChoices report={report} paths={[path]} marking={marking} />}
        {nameOf(path)}{' '}
        {reasons && (
          <span className="quiet">
            <Reason text={report.leaves[path]?.reason ?? ''} />
          </span>
        )}
      </li>
    ))}
  </ul>
);

/** Decision on a single leaf and its author. */
function DecidedLeaf({ report, path }: { report: Report; path: string }) {
  const result = report.leaves[path]?.decided;
  const on = report.decisions.findLast(({ leaves = {} }) => leaves[path] !== undefined);
  if (!result || !on) return null;
  return (
    <span className="verdict">
      <Chip value={result} /> <ActorName actor={on.decided_by} /> <span className="quiet">{time(on.at)}</span>:{' '}
      {on.note}
    </span>
  );
}

const KEYS = { clear: 'C', consider: 'X' } as const;

/** Choices for a single leaf, or for the leaves of one reason together. */
function LeafChoices({ report, paths, marking, here = false }: Decidable & { readonly here?: boolean }) {
  const name = paths.map(nameOf).join(', ');
  return (
    <fieldset className="marks" aria-label={name} disabled={marking.locked}>
      {(['clear', 'consider'] as const)
        .map((result) => [result, paths.filter((path) => resultsOf(report, path).includes(result))] as const)
        .filter(([, taken]) => taken.length > 0)
        .map(([result, taken]) => (
          <button
            key={result}
            type="button"
            className={result}
            aria-pressed={taken.every((path) => marking.marks.leaves[path] === result)}
            onClick={() => marking.markLeaves(taken, result)}
          >
            {here && <kbd>{KEYS[result]}</kbd>} {say.leaf[result]}
          </button>
        ))}
    </fieldset>
  );
}
