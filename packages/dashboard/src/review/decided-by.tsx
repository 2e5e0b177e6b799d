import { ActorName } from '../people/actor-name.tsx';
import type { Report } from '../types.ts';
import { Chip, When } from '../value-display.tsx';
import { words } from '../words.ts';

const { review: say } = words;

/** The decisions in force on a report, each with its reviewers, its time and their notes. */
export function DecidedBy({ report: { decisions } }: { report: Report }) {
  if (decisions.length === 0) return null;
  return (
    <ul aria-label={say.decided}>
      {decisions.map(({ at, decided_by, confirmed_by, result, note, confirmed_note, overturned }) => (
        <li key={at}>
          {overturned ? words.overturn.by : say.decidedBy} <ActorName actor={decided_by} />{' '}
          <span className="quiet">
            <When at={at} />
          </span>{' '}
          {result && <Chip value={result} />} {overturned && `${words.overturn.reasons[overturned.reason]}.`} {note}
          {overturned?.result && (
            <div>
              {words.overturn.before}: <Chip value={overturned.sub_result ?? overturned.result} />
            </div>
          )}
          {confirmed_by && (
            <div>
              {say.confirmedBy} <ActorName actor={confirmed_by} />. {confirmed_note}
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
