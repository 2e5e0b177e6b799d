import { useMutation } from '@tanstack/react-query';
import { ask, type Place, pathOf } from '../api.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { words } from '../words.ts';

const { secondLooks: say } = words;

/** Object of a page that reveals a decision. */
export interface Revealing {
  readonly kind: 'applicants' | 'checks' | 'reports' | 'workflow_runs';
  readonly id: string;
}

/** The button by which a member sees a decision and leaves the second look to another member. */
export function ShowDecision({ of, place, done }: { of: Revealing; place: Place; done: () => void }) {
  const show = useMutation({
    mutationFn: () => ask('POST', `${pathOf(place)}/second_looks/show`, of),
    onSuccess: done,
  });
  return (
    <>
      {show.error && <ErrorPanel error={show.error} />}
      <button type="button" disabled={show.isPending} onClick={() => show.mutate()}>
        {say.show}
      </button>
    </>
  );
}
