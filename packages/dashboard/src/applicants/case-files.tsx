import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type FormEvent, useRef, useState } from 'react';
import { ask, download, pathOf } from '../api.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Field } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay, usePlace, useSession } from '../session.ts';
import type { Applicant } from '../types.ts';
import { When } from '../value-display.tsx';
import { words } from '../words.ts';

const { caseFiles: say } = words;

type CaseFile = Applicant['case']['files'][number];

/** Refreshes the page of an applicant. */
function useRefresh(id: string) {
  const { account, environment } = usePlace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['applicant', account, environment, id] });
}

/** Files that members attached to the case of an applicant. */
export function CaseFiles({ id, of }: { id: string; of: readonly CaseFile[] }) {
  const may = useMay();
  const [removed, remove] = useState<CaseFile | null>(null);
  if (of.length === 0 && !may('report.decide')) return null;
  return (
    <section className="case-files" aria-label={say.title}>
      <h3>{say.title}</h3>
      {of.length > 0 && (
        <ul className="plain notes">
          {of.map((file) => (
            <FileRow key={file.id} applicant={id} file={file} remove={() => remove(file)} />
          ))}
        </ul>
      )}
      {may('report.decide') && <AttachForm id={id} />}
      {removed && <RemoveDialog applicant={id} file={removed} close={() => remove(null)} />}
    </section>
  );
}

function FileRow({ applicant, file, remove }: { applicant: string; file: CaseFile; remove: () => void }) {
  const place = usePlace();
  const may = useMay();
  const { data: session } = useSession();
  const { id, name, size, remark, created_at, author } = file;
  const load = useMutation({
    mutationFn: () => download(`${pathOf(place)}/applicants/${applicant}/case_files/${id}`),
  });
  const removes = may('report.decide') && (may('applicant.delete') || author?.id === session?.member.id);
  return (
    <li>
      <p className="name">{name}</p>
      {remark && <p className="note">{remark}</p>}
      <p className="quiet">
        {say.size(size)}, {author?.name ?? words.personCase.operator}, <When at={created_at} />
      </p>
      <div className="buttons">
        {may('media.open') && (
          <button
            type="button"
            disabled={load.isPending}
            aria-label={say.downloadOf(name)}
            onClick={() => load.mutate()}
          >
            {say.download}
          </button>
        )}
        {removes && (
          <button type="button" aria-label={say.removeOf(name)} onClick={remove}>
            {say.remove}
          </button>
        )}
      </div>
      {load.error && <ErrorPanel error={load.error} />}
    </li>
  );
}

/** Asks before a file is removed: nobody can bring it back. */
function RemoveDialog({ applicant, file, close }: { applicant: string; file: CaseFile; close: () => void }) {
  const place = usePlace();
  const refresh = useRefresh(applicant);
  const removal = useMutation({
    mutationFn: () => ask('DELETE', `${pathOf(place)}/applicants/${applicant}/case_files/${file.id}`),
    onSuccess: async () => {
      await refresh();
      close();
    },
  });
  return (
    <Dialog title={say.removeTitle} close={close}>
      <DialogForm
        submit={say.remove}
        send={() => removal.mutate()}
        disabled={removal.isPending}
        error={removal.error}
        close={close}
        danger
      >
        <p>{say.sure(file.name)}</p>
      </DialogForm>
    </Dialog>
  );
}

/** A list of files as a file input takes it. */
function fileListOf(files: readonly File[]): FileList {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer.files;
}

/** Attaches files, which a member chooses or drops on the form. */
function AttachForm({ id }: { id: string }) {
  const place = usePlace();
  const refresh = useRefresh(id);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [dragged, setDragged] = useState(false);
  const attach = useMutation({
    async mutationFn({ files, remark }: { files: readonly File[]; remark: string }) {
      // One after the other, each in a request of its own. Files before a refused one stay attached, and leave the field.
      for (const [n, file] of files.entries()) {
        const sent = new FormData();
        // The service reads a form in its order.
        if (remark) sent.append('remark', remark);
        sent.append('file', file);
        await ask('POST', `${pathOf(place)}/applicants/${id}/case_files`, sent);
        if (input.current) input.current.files = fileListOf(files.slice(n + 1));
      }
    },
    onSuccess: () => form.current?.reset(),
    onSettled: refresh,
  });
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    attach.mutate({ files: given.getAll('file') as File[], remark: String(given.get('remark') ?? '') });
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragged(false);
    if (input.current && event.dataTransfer.files.length > 0) input.current.files = event.dataTransfer.files;
  };
  return (
    <form
      ref={form}
      className={dragged ? 'case-form drop-area dragged' : 'case-form drop-area'}
      onSubmit={send}
      onDragOver={(event) => {
        event.preventDefault();
        setDragged(true);
      }}
      onDragLeave={() => setDragged(false)}
      onDrop={drop}
    >
      <div className="field">
        <label htmlFor="case-file">{say.choose}</label>
        <span className="quiet" id="case-file-hint">
          {say.hint}
        </span>
        <input
          ref={input}
          id="case-file"
          name="file"
          type="file"
          multiple
          required
          accept=".pdf,.jpg,.jpeg,.png,.txt"
          aria-describedby="case-file-hint"
        />
      </div>
      <Field label={say.remark} name="remark" required={false} maxLength={500} />
      {attach.error && <ErrorPanel error={attach.error} />}
      <button type="submit" disabled={attach.isPending}>
        {attach.isPending ? say.attaching : say.attach}
      </button>
    </form>
  );
}
