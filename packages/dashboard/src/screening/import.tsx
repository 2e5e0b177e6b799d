import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { ask, Failure } from '../api.ts';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { Field } from '../form-fields.tsx';
import { usePlace } from '../session.ts';
import { plain, words } from '../words.ts';

const categories = ['sanction', 'pep', 'warning', 'adverse_media'] as const;

/** The fields that are given, before the files: the service reads a form in its order. */
function formOf(event: FormEvent<HTMLFormElement>): FormData {
  const given = new FormData(event.currentTarget);
  const form = new FormData();
  for (const name of ['list', 'published', 'category', 'allow_shrink', 'stage']) {
    const value = given.get(name);
    if (value) form.append(name, value);
  }
  for (const file of given.getAll('file')) form.append('file', file);
  return form;
}

/** Uploads the files of a list. */
export function ImportDialog({ close }: { close: () => void }) {
  const { account } = usePlace();
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (form: FormData) => ask('POST', `/accounts/${account}/watchlists/imports`, form),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['watchlists', account] }),
  });
  const fields = send.error instanceof Failure ? send.error.fields : {};
  const { screening: say } = words;
  if (send.isSuccess) {
    return (
      <Dialog title={say.importList} close={close}>
        <p className="done" role="status">
          {say.begun}
        </p>
        <DialogEnd close={close} />
      </Dialog>
    );
  }
  return (
    <Dialog title={say.importList} close={close}>
      <p className="quiet">{say.importHint}</p>
      <DialogForm
        submit={say.send}
        send={(event) => send.mutate(formOf(event))}
        disabled={send.isPending}
        error={!fields.list && !fields.published && send.error}
        close={close}
      >
        <Field label={say.name} name="list" hint={say.nameHint} error={fields.list} />
        <div className="field">
          <label htmlFor="file">{say.files}</label>
          <input id="file" name="file" type="file" multiple required />
        </div>
        <Field
          label={say.published}
          name="published"
          type="date"
          hint={say.publishedHint}
          required={false}
          error={fields.published}
        />
        <div className="field">
          <label htmlFor="category">{say.category}</label>
          <select id="category" name="category">
            <option value="">{say.fromFile}</option>
            {categories.map((category) => (
              <option key={category} value={category}>
                {plain(category)}
              </option>
            ))}
          </select>
        </div>
        <label className="check">
          <input type="checkbox" name="allow_shrink" value="true" /> {say.allowShrink}
        </label>
        <label className="check">
          <input type="checkbox" name="stage" value="true" /> {say.stage}
        </label>
      </DialogForm>
    </Dialog>
  );
}
