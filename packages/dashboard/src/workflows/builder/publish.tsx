import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, pathOf } from '../../api.ts';
import type { Answers } from '../../api-types.ts';
import { Dialog, DialogForm } from '../../dialog.tsx';
import { NoteField, valuesOf } from '../../form-fields.tsx';
import { useMay, usePlace } from '../../session.ts';
import { words } from '../../words.ts';
import { editFile, withValue } from './edit-file.ts';
import { parsedText } from './outline.ts';
import type { WorkflowFile } from './part-details.tsx';

type Published = Answers['POST /accounts/{account}/{environment}/workflow_files/publish'];

/**
 * The text under the version that comes next: its own if that is above all others of the workflow, else the highest and one. A text of
 * another workflow keeps its version.
 */
function nextVersion({ id, versions }: Pick<WorkflowFile, 'id' | 'versions'>, text: string) {
  const value = parsedText(text) as { readonly id?: unknown; readonly version?: unknown } | undefined;
  const own = Number(value?.version);
  const version = value?.id === id ? Math.max(own, Math.max(...versions) + 1) : own;
  if (version === own) return { version, text };
  try {
    return { version, text: editFile(text, withValue(value, ['version'], version)) };
  } catch {
    // The version can't be changed in place. The service says which version the text must have.
    return { version: own, text };
  }
}

/** Publishes the text, so that new runs begin with it. */
export function Publish({ file, text, sound }: { file: WorkflowFile; text: string; sound: boolean }) {
  const place = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const next = open ? nextVersion(file, text) : undefined;
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: (note: string) =>
      ask<Published>('POST', `${pathOf(place)}/workflow_files/publish`, { text: next?.text, name: file.name, note }),
    onSuccess: async (published) => {
      setOpen(false);
      if ('state' in published) return;
      for (const name of ['workflow-file', 'workflows']) await queries.invalidateQueries({ queryKey: [name] });
      const { id, version } = published;
      await navigate({ to: `${pathOf(place)}/workflows/${id}`, search: { version } } as never);
    },
  });
  if (!may('workflow.publish')) return null;
  const { builder: say } = words;
  return (
    <>
      <button type="button" className="main" disabled={!sound} onClick={() => setOpen(true)}>
        {say.publish}
      </button>
      {data && 'state' in data && <span role="status">{say.publishProposed}</span>}
      {next && (
        <Dialog title={say.publishAs(next.version)} close={() => setOpen(false)}>
          <DialogForm
            submit={say.publish}
            disabled={isPending}
            error={error}
            close={() => setOpen(false)}
            send={(event) => mutate(valuesOf(event).note ?? '')}
          >
            <p>{say.publishHint}</p>
            <NoteField label={say.publishNote} />
          </DialogForm>
        </Dialog>
      )}
    </>
  );
}
