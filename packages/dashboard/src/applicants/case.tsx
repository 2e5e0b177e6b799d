import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, Fragment, useEffect, useRef } from 'react';
import { ask, download, pathOf } from '../api.ts';
import { Choice, valuesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { useTakeNext } from '../queue.tsx';
import { SelectionBar, SelectionDialogs, useSelection } from '../review/selection.tsx';
import { CaseTags } from '../review/tags.tsx';
import { useMay, usePlace, useSession } from '../session.ts';
import type { Applicant } from '../types.ts';
import { Chip, When } from '../value-display.tsx';
import { WaitingTable } from '../waiting-table.tsx';
import { words } from '../words.ts';
import { CaseFiles } from './case-files.tsx';
import { MentionField } from './mention-field.tsx';
import { partsOf } from './mention-text.ts';
import { Snooze } from './snooze.tsx';

const { personCase: say } = words;

type Case = Applicant['case'];

/** The case of an applicant: its status, the reports that wait, and the notes of members. */
export function CasePanel({ id, of }: { id: string; of: Case }) {
  const may = useMay();
  const take = useTakeNext(id);
  useMentionsRead(id, of);
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
      <CaseTags id={id} of={of.tags} />
      <SelectionDialogs selection={selection} />
      <CaseFiles id={id} of={of.files} />
      {of.entries.length > 0 && <Entries of={of.entries} files={of.files} />}
      {of.has_earlier && <p className="quiet">{say.earlier(of.entries.length)}</p>}
      {may('report.decide') && <EntryForm id={id} />}
      {may('data.export') && <CaseExport id={id} />}
    </section>
  );
}

/** Notes of members, statuses that they set, and what they did with files; the newest first. */
const Entries = ({ of, files }: { of: Case['entries']; files: Case['files'] }) => (
  <ul className="plain notes" aria-label={say.notes}>
    {of.map(({ id, note, mentions, status, file, author, created_at }) => (
      <li key={id}>
        {status && <p>{say.set(say.statuses[status])}</p>}
        {file && <p className="name">{say.fileEvents[file.event](files.find((one) => one.id === file.id)?.name)}</p>}
        {note && <Note of={note} mentions={mentions} />}
        <p className="quiet">
          {author?.name ?? say.operator}, <When at={created_at} />
        </p>
      </li>
    ))}
  </ul>
);

/** Downloads the whole case as an archive for an auditor. */
function CaseExport({ id }: { id: string }) {
  const place = usePlace();
  const file = useMutation({ mutationFn: () => download(`${pathOf(place)}/applicants/${id}/case_export`) });
  return (
    <div className="case-export">
      <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
        {say.export}
      </button>
      <span className="quiet">{say.exportHint}</span>
      {file.error && <ErrorPanel error={file.error} />}
    </div>
  );
}

/** A note with the names of mentioned members marked. */
const Note = ({ of, mentions }: { of: string; mentions: Case['entries'][number]['mentions'] }) => (
  <p className="note">
    {partsOf(of, mentions).map((part, index) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a note never change
      part.mentions ? <b key={index}>{part.text}</b> : <Fragment key={index}>{part.text}</Fragment>,
    )}
  </p>
);

/** Notes that the member has read the mentions in the case, once the page of the case shows an entry that mentions the member. */
function useMentionsRead(id: string, { entries }: Case): void {
  const { account, environment } = usePlace();
  const queries = useQueryClient();
  const { data: session } = useSession();
  const me = session?.member.id;
  const newest = entries.find(({ mentions }) => mentions.some((member) => member.id === me))?.id;
  useEffect(() => {
    if (newest === undefined) return;
    ask('POST', `${pathOf({ account, environment })}/applicants/${id}/mentions/read`).then(
      () => queries.invalidateQueries({ queryKey: ['mentions', account, environment] }),
      // The mention stays unread, and the next visit tries again.
      () => {},
    );
  }, [id, newest, account, environment, queries]);
}

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
      <MentionField label={say.note} name="note" hint={say.noteHint} />
      <Choice label={say.status} name="status" any={say.keep} options={Object.entries(say.statuses)} />
      {add.error && <ErrorPanel error={add.error} />}
      <button type="submit" disabled={add.isPending}>
        {say.add}
      </button>
    </form>
  );
}
