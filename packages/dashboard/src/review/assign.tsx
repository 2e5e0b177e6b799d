import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
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

/** Changes the assignment of a report from the member that the page shows. */
function useAssign(report: Report, place: Place, done: () => void = () => {}) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (to: string | null) =>
      ask('POST', `${pathOf(place)}/reports/${report.id}/assign`, { from: report.assigned_to?.id ?? null, to }),
    onSuccess: done,
    // Another member may have assigned it: the page shows to whom.
    onSettled: () =>
      Promise.all([['report', place, report.id], ['queue']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}

/** Due time and assigned member of a report that waits, with the changes that the member may make. */
export function AssignmentBar({ report, place }: { report: Report; place: Place }) {
  const may = useMay();
  const { data: session } = useSession();
  const [isOpen, setOpen] = useState(false);
  const assign = useAssign(report, place);
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
      {isOpen && <AssignDialog report={report} place={place} close={() => setOpen(false)} />}
    </>
  );
}

/** Chooses the member of a report among all who may decide it. */
function AssignDialog({ report, place, close }: { report: Report; place: Place; close: () => void }) {
  const { data: session } = useSession();
  const assign = useAssign(report, place, close);
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
          <p className="quiet">{say.hint}</p>
          <Choice
            label={say.member}
            name="member"
            any={say.nobody}
            chosen={report.assigned_to?.id}
            options={data.members.map((member) => [member.id, nameOf(member)] as const)}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}
