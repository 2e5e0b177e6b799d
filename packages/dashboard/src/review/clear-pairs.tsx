import { Link } from '@tanstack/react-router';
import type { Answers } from '../api-types.ts';
import { usePlace } from '../session.ts';
import type { Report } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import type { Pair } from './clearable.ts';
import { ComparedValues } from './compare.tsx';
import { nameOf } from './doubts.ts';
import { HitPoints, HitSource } from './hits.tsx';
import { Reason } from './reason.tsx';

const { clearing: say } = words;

type Result = Answers['POST /accounts/{account}/{environment}/reports/clear']['reports'][number];

const titleOf = ({ name, applicant: { first_name, last_name } }: Report): string =>
  `${plain(name)} · ${first_name} ${last_name}`;

const ReportLink = ({ report }: { report: Report }) => {
  const place = usePlace();
  return (
    <Link to="/accounts/$account/$environment/reports/$id" params={{ ...place, id: report.id }}>
      {titleOf(report)}
    </Link>
  );
};

/** The pairs of one report, each with a box by which the member marks it as seen. */
export function ReportPairs({
  report,
  pairs,
  isLeft,
  leave,
  seen,
  see,
}: {
  report: Report;
  /** Null for a report that is decided by itself. */
  pairs: readonly Pair[] | null;
  isLeft: boolean;
  leave: () => void;
  seen: ReadonlySet<string>;
  see: (key: string) => void;
}) {
  const { dob } = report.applicant;
  return (
    <section>
      <header>
        <h3>
          <ReportLink report={report} /> {dob && <span className="quiet">{dob}</span>}
        </h3>
        {pairs && (
          <button type="button" className="bare" aria-pressed={isLeft} onClick={leave}>
            {say.leaveOut}
          </button>
        )}
      </header>
      {!pairs && <p>{say.alone}</p>}
      {!isLeft && pairs?.map((pair) => <PairOf key={pair.key} pair={pair} seen={seen.has(pair.key)} see={see} />)}
    </section>
  );
}

function PairOf({ pair, seen, see }: { pair: Pair; seen: boolean; see: (key: string) => void }) {
  const name = pair.hit ? pair.hit.source_id : nameOf(pair.path);
  return (
    <article className="pair" aria-label={name}>
      {pair.hit ? (
        <>
          <HitSource hit={pair.hit} />
          <HitPoints hit={pair.hit} />
        </>
      ) : (
        <div className="compare">
          <h4>{name}</h4>
          <p>
            <Reason text={pair.leaf.reason} />
          </p>
          <ComparedValues values={pair.leaf.values ?? []} />
        </div>
      )}
      {/* The box is below the pair, so that the pair is on the screen when a member reaches the box. */}
      <label className="check">
        <input
          type="checkbox"
          checked={seen}
          onChange={() => see(pair.key)}
          onFocus={({ currentTarget }) => currentTarget.closest('article')?.scrollIntoView({ block: 'nearest' })}
        />
        <span>{say.pairSeen}</span>
      </label>
    </article>
  );
}

/** The result of each report, and what the member can do about it. */
export const ClearResults = ({ results, reports }: { results: readonly Result[]; reports: readonly Report[] }) => (
  <ul className="plain cleared">
    {results.map(({ id, result, claimed_by, message }) => {
      const report = reports.find((one) => one.id === id);
      return (
        <li key={id}>
          <Chip value={`cleared_${result}`}>{say.results[result]}</Chip> {report && <ReportLink report={report} />}
          <p className="quiet">
            {result === 'claimed' && claimed_by ? say.claimedBy(claimed_by.name) : (message ?? say.explained[result])}
          </p>
        </li>
      );
    })}
  </ul>
);
