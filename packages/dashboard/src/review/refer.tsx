import { useMutation } from '@tanstack/react-query';
import { ask, type Place, pathOf } from '../api.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { NoteField, valuesOf } from '../form-fields.tsx';
import { words } from '../words.ts';

const { review: say } = words;

/** Hands a report on to another member, with a note. `done` follows once it is no longer this member's. */
export function ReferDialog({
  id,
  place,
  close,
  done,
}: {
  id: string;
  place: Place;
  close: () => void;
  done: () => void;
}) {
  const refer = useMutation({
    mutationFn: (note: string) => ask('POST', `${pathOf(place)}/reports/${id}/refer`, { note }),
    onSuccess: () => {
      close();
      done();
    },
  });
  return (
    <Dialog title={say.refer} close={close}>
      <DialogForm
        submit={say.referSend}
        send={(event) => refer.mutate(valuesOf(event).note as string)}
        disabled={refer.isPending}
        error={refer.error}
        close={close}
      >
        <p className="quiet">{say.referHint}</p>
        <NoteField label={say.referNote} />
      </DialogForm>
    </Dialog>
  );
}
