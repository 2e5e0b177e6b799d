import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { ask, pathOf } from '../api.ts';
import { Choice, NoteField, valuesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { useTakeNext } from '../queue.tsx';
import { ClearingOf, SelectionBar, useSelection } from '../review/selection.tsx';
import { useMay, usePlace } from '../session.ts';
import type { Applicant } from '../types.ts';
import { Chip, When } from '../value-display.tsx';
import { WaitingTable } from '../waiting-table.tsx';
import { words } from '../words.ts';
import { Snooze } from './snooze.tsx';

const { personCase: say } = words;

type Case = Applicant['case'];

/** The case of an applicant: its status, the reports that wait, and the notes of members. */
export function CasePanel({ id, of }: { id: string; of: Case }) {
  const may = useMay();
  const take = useTakeNext(id);
  const selection = useSelection(of.waiting);
  const selects = may('report.decide') && of.waiting.length > 1;
  return (
    <section className="panel wide case" aria-label={say.title}>
      <h2>
        {say.title} <Chip value={`case_${of.status}`}>{say.statuses[of.status]}</Chip>
      </h2>
      {of.waiting.length + of.asked > 0 && (
        <p>
          {[of.waiting.length > 0 && say.waiting(of.waiting.length), of.asked > 0 && say.asked(of.asked)]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
      {of.waiting.length > 0 && (
        <>
          {selects && <SelectionBar selection={selection} />}
          <WaitingTable
            label={say.reports}
            rows={of.waiting}
            applicant={id}
            selection={selects ? selection : undefined}
          />
          {may('report.decide') && (
            <button type="button" className="main" disabled={take.isPending} onClick={() => take.mutate()}>
              {say.review}
            </button>
          )}
          {take.error && <ErrorPanel error={take.error} />}
          {may('report.decide') && <Snooze id={id} until={of.snoozed_until} />}
        </>
      )}
      <ClearingOf selection={selection} />
      {of.entries.length > 0 && <Entries of={of.entries} />}
      {of.has_earlier && <p className="quiet">{say.earlier(of.entries.length)}</p>}
      {may('report.decide') && <EntryForm id={id} />}
    </section>
  );
}

/** Notes of members and statuses that they set, the newest first. */
const Entries = ({ of }: { of: Case['entries'] }) => (
  <ul className="plain notes" aria-label={say.notes}>
    {of.map(({ id, note, status, author, created_at }) => (
      <li key={id}>
        {status && <p>{say.set(say.statuses[status])}</p>}
        {note && <p className="note">{note}</p>}
        <p className="quiet">
          {author?.name ?? say.operator}, <When at={created_at} />
        </p>
      </li>
    ))}
  </ul>
);

/** Adds a note, and sets the status where one is chosen. */
function EntryForm({ id }: { id: string }) {
  const place = usePlace();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const add = useMutation({
    mutationFn: ({ note, status }: Record<string, string>) =>
      ask('POST', `${pathOf(place)}/applicants/${id}/case_entries`, {
        ...(note && { note }),
        ...(status && { status }),
      }),
    onSuccess: async () => {
      form.current?.reset();
      await queries.invalidateQueries({ queryKey: ['applicant', place.account, place.environment, id] });
    },
  });
  const send = (event: FormEvent<HTMLFormElement>) => add.mutate(valuesOf(event));
  return (
    <form ref={form} className="case-form" onSubmit={send}>
      <NoteField label={say.note} hint={say.noteHint} required={false} />
      <Choice label={say.status} name="status" any={say.keep} options={Object.entries(say.statuses)} />
      {add.error && <ErrorPanel error={add.error} />}
      <button type="submit" disabled={add.isPending}>
        {say.add}
      </button>
    </form>
  );
}
