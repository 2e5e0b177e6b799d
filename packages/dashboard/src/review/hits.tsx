import { Fragment } from 'react';
import { ActorName } from '../people/actor-name.tsx';
import type { Hit, HitVerdict, Report } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain, time, words } from '../words.ts';
import { keyOf, openHits, verdictsOf } from './marks.ts';
import type { Marking } from './use-marks.ts';

const { review: say } = words;

type Point = Hit['review'][number];

/** Returns whether a point has anything to compare. */
const said = ({ applicant, listed }: Point): boolean => applicant.length + listed.length > 0;

/**
 * Relation of the two values of a point: an equal value or an equal beginning of a date agrees; the names of a hit are at least
 * similar.
 */
function standingOf({ step, applicant, listed }: Point): 'match' | 'alike' | 'differs' | null {
  if (applicant.length * listed.length === 0) return null;
  const agree = (a: string, b: string) => a.startsWith(b) || b.startsWith(a);
  const [own, theirs] = [applicant, listed].map((values) => values.map((value) => value.toLowerCase()));
  if (own?.some((a) => theirs?.some((b) => agree(a, b)))) return 'match';
  return step === 'name' ? 'alike' : 'differs';
}

interface Shown {
  readonly report: Report;
  readonly marking: Marking;
}

/** Hits of a watchlist beside the applicant, point by point: those that can be decided first, then those that are. */
export function Hits({ report, marking }: Shown) {
  const open = report.status === 'awaiting_approval' ? openHits(report) : [];
  const closed = report.hits.filter((hit) => !open.includes(hit));
  return [...open, ...closed].map((hit, index) => {
    const { source_id } = hit;
    const key = keyOf(hit);
    const here = marking.active && (marking.at === undefined ? index === 0 : marking.at === key);
    return (
      <section
        key={key}
        className={here && marking.at !== undefined ? 'hit here' : 'hit'}
        aria-label={`${say.hit} ${source_id}`}
        ref={(element) => {
          if (here && marking.at !== undefined) element?.scrollIntoView({ block: 'nearest' });
        }}
      >
        <HitSource hit={hit} />
        <Score hit={hit} />
        <HitPoints hit={hit} />
        <Verdict report={report} hit={hit} />
        {marking.active && open.includes(hit) && <HitChoices report={report} hit={hit} marking={marking} here={here} />}
      </section>
    );
  });
}

/** The list of a hit, the id of its entry, and other entries of the same person. */
export function HitSource({ hit: { list, source_id, review, alike } }: { hit: Hit }) {
  const { listed: source = [list] } = review.find(({ step }) => step === 'list') ?? {};
  return (
    <p className="quiet">
      {say.listedIn} <strong>{source.join(', ')}</strong> <code>{source_id}</code>
      {alike.length > 0 && ` · ${say.alsoListed} ${alike.map((one) => one.source_id).join(', ')}`}
    </p>
  );
}

/** Data of the applicant beside the listed person, point by point. */
export const HitPoints = ({ hit }: { hit: Hit }) => (
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
      {hit.review
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
);

const Standing = ({ of }: { of: ReturnType<typeof standingOf> }) =>
  of === null ? <span className="quiet">{say.points.unknown}</span> : <Chip value={of}>{say.points[of]}</Chip>;

/** A change of a score with its sign. */
const signed = (change: number): string => `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(2)}`;

/** The score of a hit with its parts and an explanation in sentences. */
function Score({ hit: { score, explanation, words: sentences } }: { hit: Hit }) {
  const { name_score, qualifiers, thresholds } = explanation;
  return (
    <details className="score">
      <summary>
        <strong>
          {say.score} {score.toFixed(2)}
        </strong>{' '}
        <span>
          {say.facts_.name} {name_score.toFixed(2)}
        </span>{' '}
        {qualifiers.map(({ fact, change }) => (
          <Fragment key={fact}>
            <span>
              {say.facts_[fact as keyof typeof say.facts_] ?? plain(fact)} {signed(change)}
            </span>{' '}
          </Fragment>
        ))}
        <span className="quiet">{say.hitFrom(thresholds.hit.toFixed(2))}</span>
      </summary>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

/** Decision on a hit: its author, time and reason; nothing for a hit that nobody has judged. */
function Verdict({ report, hit }: { report: Report; hit: Hit }) {
  const { decided, suppressed, previously_suppressed: lapsed } = hit;
  const on = report.decisions.findLast(({ hits = [] }) => hits.some(({ record }) => keyOf(record) === keyOf(hit)));
  if (suppressed || (!decided && lapsed)) {
    const { by, at, reason, note, expires_at } = suppressed ?? (lapsed as NonNullable<typeof lapsed>);
    return (
      <p className="verdict">
        <Chip value={suppressed ? 'suppressed' : 'expired'}>{suppressed ? say.suppressed : say.lapsed}</Chip>{' '}
        <ActorName actor={by} /> <span className="quiet">{time(at)}</span>: {plain(reason)}. {note}{' '}
        <span className="quiet">
          {lapsed && !suppressed ? plain(lapsed.lapsed_because) : `${say.expires} ${time(expires_at)}`}
        </span>
      </p>
    );
  }
  if (decided) {
    return (
      <p className="verdict">
        <Chip value={decided.decision}>{say.verdicts[decided.decision]}</Chip>{' '}
        {on && (
          <>
            <ActorName actor={on.decided_by} /> <span className="quiet">{time(on.at)}</span>:{' '}
          </>
        )}
        {decided.reason && `${plain(decided.reason)}. `}
        {decided.note} {decided.suppression_id && <span className="quiet">{say.keptOut}</span>}
      </p>
    );
  }
  const last = report.decisions.at(-1);
  const settled = report.status === 'complete' || hit.leaves.every((path) => report.leaves[path]?.decided);
  return settled && last ? (
    <p className="verdict quiet">
      {say.withReport} <ActorName actor={last.decided_by} /> {time(last.at)}: {last.note}
    </p>
  ) : null;
}

const KEYS: Readonly<Record<HitVerdict, string>> = { false_match: 'F', true_match: 'T', unsure: 'U' };

/** The three decisions on one hit; of another person also why, and whether later reports leave the record out. */
function HitChoices({ report, hit, marking, here }: Shown & { hit: Hit; here: boolean }) {
  const mark = marking.marks.hits[keyOf(hit)];
  return (
    <div className="marks">
      {verdictsOf(report, hit).map((verdict) => (
        <button
          key={verdict}
          type="button"
          className={verdict}
          aria-pressed={mark?.verdict === verdict}
          disabled={marking.locked}
          onClick={() => marking.markHit(hit, verdict)}
        >
          {here && <kbd>{KEYS[verdict]}</kbd>} {say.verdicts[verdict]}
        </button>
      ))}
      {mark?.verdict === 'false_match' && (
        <>
          <select
            aria-label={say.why}
            value={mark.reason}
            disabled={marking.locked}
            onChange={(event) => marking.changeHit(hit, { reason: event.currentTarget.value })}
          >
            {Object.entries(say.differences).map(([reason, text]) => (
              <option key={reason} value={reason}>
                {text}
              </option>
            ))}
          </select>
          {hit.suppressible && marking.suppresses && (
            <label className="check">
              <input
                type="checkbox"
                checked={mark.suppress}
                disabled={marking.locked}
                onChange={(event) => marking.changeHit(hit, { suppress: event.currentTarget.checked })}
              />
              <span>
                {say.suppress} {here && <kbd>P</kbd>}
              </span>
            </label>
          )}
        </>
      )}
    </div>
  );
}
