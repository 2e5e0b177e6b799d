import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { SecondLook } from '../api-types.ts';
import type { DecisionAnswer, DecisionState, Report } from '../types.ts';
import { time, words } from '../words.ts';
import { DecidedBy } from './decided-by.tsx';
import { decisionText } from './outcome-text.ts';

const { review: say } = words;

/** Decisions and requests of members on a report. Decisions that are not in force are shown only while the report waits. */
export function DualControlPanel({ report }: { report: Report }) {
  const { needs, referrals } = report.standing;
  const waits = report.status === 'awaiting_approval' && (needs !== 'first_needed' || referrals.length > 0);
  if (!waits && report.decisions.length === 0) return null;
  return (
    <div className="standing">
      {waits && <OpenDecision standing={report.standing} />}
      <DecidedBy report={report} />
    </div>
  );
}

/** Requests and decisions of other members on a report that waits, as far as this member may see them. */
function OpenDecision({ standing }: { standing: DecisionState }) {
  const { needs, decided, decisions, referrals, settles } = standing;
  return (
    <>
      {decided ? (
        <p>{say.decidedByYou}</p>
      ) : (
        needs !== 'first_needed' && (
          <p>{settles ? say.thirdOfPart(settles.leaves.length + settles.hits.length > 0) : say[needs]}</p>
        )
      )}
      <ul>
        {decisions.map((one) => (
          <li key={one.at}>
            {one.by_name ?? say.operator} <span className="quiet">{time(one.at)}</span>:{' '}
            <strong>{decisionText(one)}</strong>. {one.note}
          </li>
        ))}
        {referrals.map(({ at, by_name, note }) => (
          <li key={at}>
            {by_name ?? say.operator} {say.asks} <span className="quiet">{time(at)}</span>: {note}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns whether a decision took effect and left something open. */
export const leavesOpen = (answer: DecisionAnswer | SecondLook): boolean =>
  'status' in answer && answer.status === 'awaiting_approval';

/** The next step after a decision that is not complete: another reviewer, a confirmation, or a decision on the rest. */
function waitsFor(answer: DecisionAnswer): keyof typeof say.waitsFor | undefined {
  if ('waits_for' in answer) return answer.waits_for;
  if ('proposed' in answer) return 'proposal';
  return leavesOpen(answer) ? 'rest' : undefined;
}

/** The outcome of a second look, or the next step after a decision that is not complete; undefined for other decisions. */
function textOf(answer: DecisionAnswer | SecondLook): string | undefined {
  if ('agrees' in answer) return answer.agrees ? words.secondLooks.agrees : words.secondLooks.differs;
  const waits = waitsFor(answer);
  return waits && say.waitsFor[waits];
}

const recorded = ['recorded'];

/** Records the outcome of the decision on a report, for this page and the page of the queue. */
export function useRecord(id: string): (answer: DecisionAnswer | SecondLook) => void {
  const queries = useQueryClient();
  return useCallback(
    (answer) => {
      const text = textOf(answer);
      queries.setQueryData(recorded, text === undefined ? null : { id, text });
    },
    [queries, id],
  );
}

interface Kept {
  readonly id: string;
  readonly text: string;
}

/** Outcome of the latest decision, if it did not take effect at once. `id`: shows the outcome of that report only. */
export function Recorded({ id }: { id?: string }) {
  const { data } = useQuery<Kept | null>({ queryKey: recorded, queryFn: () => null, enabled: false });
  return data && (id === undefined || id === data.id) ? <p role="status">{data.text}</p> : null;
}
