import type { Leaf, Report } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { flagged, resultOf } from './doubts.ts';
import { measureText } from './measures.ts';
import { Reason } from './reason.tsx';

const { review: say } = words;

/** Properties that a page shows at most. */
const MOST = 40;

/** Properties that other parts of the page show. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['records', 'matches']);

/** Values within properties, each with the names that lead to it. */
function valuesIn(value: unknown, path: readonly string[] = []): readonly (readonly [name: string, value: string])[] {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [[path.join('.'), String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    SHOWN_ELSEWHERE.has(name) ? [] : valuesIn(inner, Array.isArray(value) ? path : [...path, name]),
  );
}

/**
 * The data that a report is about, and what the sources or analysers answered point by point. Reports on documents have both in the
 * tables of their values.
 */
export function ReportData({ report }: { report: Report }) {
  const { name, about, leaves, fields, properties } = report;
  if (name.startsWith('document') || name.startsWith('facial_similarity')) {
    return Object.keys(leaves).length === 0 ? <RequestData report={report} /> : null;
  }
  const against = new Set(flagged(report).flatMap(({ paths }) => paths));
  const answers = Object.entries(leaves).filter(([path]) => !against.has(path));
  const others = fields.length > 0 ? [] : valuesIn(properties).slice(0, MOST);
  return (
    <>
      {about.data.length > 0 && <RequestData report={report} />}
      {answers.length > 0 && (
        <section aria-labelledby="answers">
          <h2 id="answers">{say.answers}</h2>
          <ul className="answers">
            {answers.map(([path, leaf]) => (
              <SourceAnswer key={path} path={path} leaf={leaf} />
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="properties">
          <h2 id="properties">{say.properties}</h2>
          <NamedValues of={others} />
        </section>
      )}
    </>
  );
}

const RequestData = ({ report: { about } }: { report: Report }) => (
  <section aria-labelledby="about">
    <h2 id="about">{say.about}</h2>
    <NamedValues of={about.data.map(({ name, value }) => [name, value] as const)} />
  </section>
);

const NamedValues = ({ of }: { of: readonly (readonly [name: string, value: string])[] }) => (
  <dl className="pairs">
    {of.map(([name, value], index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two addresses have one name, and the list never changes
      <div key={`${name} ${index}`}>
        <dt>{plain(name)}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

function SourceAnswer({ path, leaf }: { path: string; leaf: Leaf }) {
  const fact = measureText({ ...leaf, path });
  const result = resultOf(leaf);
  return (
    <li>
      <strong>{plain(path)}</strong> <Reason text={leaf.reason} />{' '}
      {fact && (
        <span className="quiet">
          <Reason text={fact} />
        </span>
      )}{' '}
      {result === null ? <span className="quiet">{say.notAssessed}</span> : <Chip value={result} />}
    </li>
  );
}
