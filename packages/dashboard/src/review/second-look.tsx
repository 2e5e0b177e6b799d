import { useQueryClient } from '@tanstack/react-query';
import type { Place } from '../api.ts';
import type { SecondLook } from '../api-types.ts';
import { ShowDecision } from '../hidden-decision/show-decision.tsx';
import type { Report } from '../types.ts';
import { Chip, When } from '../value-display.tsx';
import { words } from '../words.ts';

const { secondLooks: say } = words;

/** Says on the page of a report that this member gives its second look, or shows the second look that was given. */
export function SecondLookPanel({ report, place }: { report: Report; place: Place }) {
  const queries = useQueryClient();
  const { hides_decision, second_look: look, id } = report;
  if (hides_decision) {
    const done = () => queries.invalidateQueries({ queryKey: ['report', place, id] });
    return (
      <section className="standing" aria-label={say.second}>
        <p>{say.panel}</p>
        <div className="buttons">
          <ShowDecision of={{ kind: 'reports', id }} place={place} done={done} />
          <span className="quiet">{say.showHint}</span>
        </div>
      </section>
    );
  }
  if (!look) return null;
  return (
    <section className="standing" aria-label={say.second}>
      <p>{look.agrees ? say.same : say.different}</p>
      <Side of={look.second} />
      {!look.agrees && (
        <>
          <p className="quiet">{say.first}</p>
          <Side of={look.first} />
        </>
      )}
    </section>
  );
}

/** One of the two decisions: result, reviewer, time and reason. */
export const Side = ({ of: { result, sub_result, by_name, at, note } }: { of: SecondLook['first'] }) => (
  <p>
    <Chip value={result} /> {sub_result && sub_result !== result && <Chip value={sub_result} />} {say.by}{' '}
    {by_name ?? say.operator}{' '}
    <span className="quiet">
      <When at={at} />
    </span>
    <br />
    {note}
  </p>
);
