import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import { Choice, valuesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { When } from '../value-display.tsx';
import { words } from '../words.ts';

const { personCase: say } = words;

const HOUR_MS = 3_600_000;

/** Keeps the waiting reports of an applicant out of the queue for some time, or brings them back. */
export function Snooze({ id, until }: { id: string; until: string | null }) {
  const place = usePlace();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (hours: number | null) => {
      const end = hours === null ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
      return ask('POST', `${pathOf(place)}/applicants/${id}/snooze`, { until: end });
    },
    onSuccess: () =>
      Promise.all(
        [['queue'], ['applicant', place.account, place.environment, id]].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return (
    <>
      {until === null ? (
        <form className="case-form" onSubmit={(event) => change.mutate(Number(valuesOf(event).hours))}>
          <Choice
            label={say.snoozeFor}
            name="hours"
            options={say.times.map(([hours, text]) => [String(hours), text] as const)}
          />
          <p className="quiet">{say.snoozeHint}</p>
          <button type="submit" disabled={change.isPending}>
            {say.snooze}
          </button>
        </form>
      ) : (
        <p role="status">
          {say.snoozed} <When at={until} />{' '}
          <button type="button" disabled={change.isPending} onClick={() => change.mutate(null)}>
            {say.wake}
          </button>
        </p>
      )}
      {change.error && <ErrorPanel error={change.error} />}
    </>
  );
}
