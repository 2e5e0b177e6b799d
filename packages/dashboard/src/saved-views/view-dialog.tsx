import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, Failure, pathOf } from '../api.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { useMay, usePlace } from '../session.ts';
import { words } from '../words.ts';
import { isChanged, type ListView, type SavedView } from './use-list-view.ts';

const { views: say } = words;

/**
 * Saves what a list shows as a new view, or edits a view. Of a view that the member may not change, only the start is chosen.
 * @param view null for a new view
 */
export function ViewDialog({ of, view, close }: { of: ListView; view: SavedView | null; close: () => void }) {
  const place = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [deletes, setDeletes] = useState(false);
  const { list, filter, hidden } = of;
  const path = `${pathOf(place)}/saved_views`;
  const shown = { filter, hidden_columns: hidden };
  const changes = view === null || view.can_change;
  const reload = () => queries.invalidateQueries({ queryKey: ['saved-views', place.account, place.environment, list] });

  const save = useMutation({
    mutationFn: async (values: Record<string, string>) => {
      const named = { name: values.name, shared: values.shared !== undefined };
      const saved = !view
        ? await ask<SavedView>('POST', path, { list, ...named, ...shown })
        : changes
          ? await ask<SavedView>('PATCH', `${path}/${view.id}`, { ...named, ...(values.update && shown) })
          : view;
      const starts = values.start !== undefined;
      if (starts !== saved.start) {
        await ask('POST', `${pathOf(place)}/view_start`, { list, view_id: starts ? saved.id : null });
      }
      return saved;
    },
    onSuccess: async (saved) => {
      await reload();
      if (!view) await navigate({ to: '.', search: of.searchOf(saved) } as never);
      close();
    },
    // A view that was saved stays, where only its start could not be set.
    onError: reload,
  });
  const remove = useMutation({
    mutationFn: () => ask('DELETE', `${path}/${view?.id}`),
    onSuccess: async () => {
      // Before the address, which would start with the deleted view again.
      await reload();
      await navigate({ to: '.', search: {} } as never);
      close();
    },
  });
  const fields = save.error instanceof Failure ? save.error.fields : {};
  const shownErrors = fields.name ?? fields.shared;
  if (deletes && view) {
    return (
      <Dialog title={say.deleteTitle(view.name)} close={close}>
        <DialogForm
          submit={say.delete}
          send={() => remove.mutate()}
          disabled={remove.isPending}
          error={remove.error}
          close={close}
          danger
        >
          <p>{view.shared ? say.deleteShared : say.deleteOwn}</p>
        </DialogForm>
      </Dialog>
    );
  }
  return (
    <Dialog title={view ? say.edit : say.save} close={close}>
      <DialogForm
        submit={say.submit}
        send={(event) => save.mutate(valuesOf(event))}
        disabled={save.isPending}
        error={!shownErrors && save.error}
        close={close}
      >
        {view && <p className="quiet">{view.shared ? say.by(view.author.name) : say.own}</p>}
        {changes ? (
          <Field label={say.name} name="name" maxLength={60} defaultValue={view?.name ?? ''} error={shownErrors} />
        ) : (
          <p>{say.notYours}</p>
        )}
        {changes && may('data.see') && (
          <label className="check">
            <input type="checkbox" name="shared" defaultChecked={view?.shared ?? false} /> {say.share}
          </label>
        )}
        <label className="check">
          <input type="checkbox" name="start" defaultChecked={view?.start ?? false} /> {say.start}
        </label>
        {view && changes && isChanged(of) && (
          <label className="check">
            <input type="checkbox" name="update" defaultChecked /> {say.update}
          </label>
        )}
        {view && changes && (
          <p>
            <button type="button" className="bare danger" onClick={() => setDeletes(true)}>
              {say.delete}
            </button>
          </p>
        )}
      </DialogForm>
    </Dialog>
  );
}
