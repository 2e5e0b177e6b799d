import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, Failure, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Due } from '../due.tsx';
import { Choice, valuesOf } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { useMay, useSession } from '../session.ts';
import type { Report } from '../types.ts';
import { words } from '../words.ts';

const { assignment: say } = words;

type Members = Answers['GET /accounts/{account}/{environment}/queue/assignees'];

/** A report whose assignment changes, and the assignment that the page shows. */
type Assigned = Pick<Report, 'id' | 'assigned_to'>;

/** True for a refusal that concerns one report alone, so that the others of a selection may still be assigned. */
const isRefusal = (error: unknown): error is Failure =>
  error instanceof Failure && error.status >= 400 && error.status < 500 && error.status !== 401;

/**
 * Changes the assignments of reports from the members that the page shows, one after the other. Answers how many the service has refused, and
 * fails if it has refused all.
 */
export function useAssign(reports: readonly Assigned[], place: Place, done: (refused: number) => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (to: string | null) => {
      const refusals: Failure[] = [];
      for (const { id, assigned_to } of reports) {
        const change = { from: assigned_to?.id ?? null, to };
        await ask('POST', `${pathOf(place)}/reports/${id}/assign`, change).catch((error: unknown) => {
          if (!isRefusal(error)) throw error;
          refusals.push(error);
        });
      }
      if (refusals.length === reports.length) throw refusals[0];
      return refusals.length;
    },
    onSuccess: done,
    // Another member may have assigned one: the page shows to whom.
    onSettled: () => {
      const changed = [['queue'], ...reports.map(({ id }) => ['report', place, id])];
      return Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
}

/** Due time and assigned member of a report that waits, with the changes that the member may make. */
export function AssignmentBar({ report, place }: { report: Report; place: Place }) {
  const may = useMay();
  const { data: session } = useSession();
  const [isOpen, setOpen] = useState(false);
  const assign = useAssign([report], place);
  if (report.due_at === null) return null;
  const { assigned_to } = report;
  const me = session?.member.id;
  const own = assigned_to !== null && assigned_to.id === me;
  return (
    <>
      <Due at={report.due_at} />
      {assigned_to && <span>{say.to(assigned_to.name, own)}</span>}
      {may('report.decide') && me !== undefined && (
        <>
          {!assigned_to && (
            <button type="button" disabled={assign.isPending} onClick={() => assign.mutate(me)}>
              {say.mine}
            </button>
          )}
          {own && (
            <button type="button" disabled={assign.isPending} onClick={() => assign.mutate(null)}>
              {say.giveBack}
            </button>
          )}
          {may('report.assign') && (
            <button type="button" onClick={() => setOpen(true)}>
              {say.assign}
            </button>
          )}
        </>
      )}
      {assign.error && <ErrorPanel error={assign.error} />}
      {isOpen && <AssignDialog reports={[report]} place={place} close={() => setOpen(false)} />}
    </>
  );
}

/**
 * Chooses the member of reports among all who may decide them.
 * @param done gets how many of them the service has refused
 */
export function AssignDialog({
  reports,
  place,
  close,
  done = () => {},
}: {
  reports: readonly Assigned[];
  place: Place;
  close: () => void;
  done?: (refused: number) => void;
}) {
  const { data: session } = useSession();
  const assign = useAssign(reports, place, (refused) => {
    close();
    done(refused);
  });
  const { data, error, refetch } = useQuery({
    queryKey: ['assignees', place],
    queryFn: () => ask<Members>('GET', `${pathOf(place)}/queue/assignees`),
  });
  const nameOf = ({ id, name }: Members['members'][number]) =>
    id === session?.member.id ? `${name} (${say.you})` : name;
  return (
    <Dialog title={say.title} close={close}>
      {error ? (
        <ErrorPanel error={error} again={() => refetch()} />
      ) : !data ? (
        <Loading of="panel" />
      ) : (
        <DialogForm
          submit={say.save}
          send={(event) => assign.mutate(valuesOf(event).member || null)}
          disabled={assign.isPending}
          error={assign.error}
          close={close}
        >
          <p className="quiet">{reports.length === 1 ? say.hint : say.hintMany(reports.length)}</p>
          <Choice
            label={say.member}
            name="member"
            any={say.nobody}
            chosen={reports.length === 1 ? reports[0]?.assigned_to?.id : undefined}
            options={data.members.map((member) => [member.id, nameOf(member)] as const)}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}
