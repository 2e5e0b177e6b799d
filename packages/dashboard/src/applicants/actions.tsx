import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, download } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay } from '../session.ts';
import { plain, words } from '../words.ts';

type Receipt = Answers['POST /accounts/{account}/{environment}/applicants/{id}/erase'];

/**
 * Actions of a member on an applicant: export, delete, erase, restore.
 * @param path path of the applicant in the interface
 * @param gone true if it is deleted, so that it can only be restored or erased
 */
export function Actions({ path, gone }: { path: string; gone: boolean }) {
  const may = useMay();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'delete' | 'erase' | null>(null);
  const renew = () => queries.invalidateQueries({ queryKey: ['applicant'] });
  const close = () => setAsked(null);
  const file = useMutation({ mutationFn: () => download(`${path}/export`) });
  const restore = useMutation({ mutationFn: () => ask('POST', `${path}/restore`), onSuccess: renew });
  const remove = useMutation({ mutationFn: () => ask('DELETE', path), onSuccess: renew, onSettled: close });
  const erase = useMutation({
    mutationFn: (force: boolean) => ask<Receipt>('POST', `${path}/erase`, { force }),
    onSuccess: renew,
    onSettled: close,
  });
  const { applicant: say } = words;
  const error = file.error ?? restore.error ?? remove.error ?? erase.error;
  return (
    <>
      <div className="buttons actions">
        {!gone && may('verification.start') && (
          <Link className="button main" to={path.replace('/applicants/', '/start/') as '/'}>
            {words.start.title}
          </Link>
        )}
        {!gone && may('data.export') && (
          <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
            {say.export}
          </button>
        )}
        {!gone && may('applicant.delete') && (
          <button type="button" onClick={() => setAsked('delete')}>
            {say.delete}
          </button>
        )}
        {gone && !erase.data && may('applicant.delete') && (
          <button type="button" className="main" disabled={restore.isPending} onClick={() => restore.mutate()}>
            {say.restore}
          </button>
        )}
        {!erase.data && may('applicant.erase') && (
          <button type="button" className="danger" onClick={() => setAsked('erase')}>
            {say.erase}
          </button>
        )}
      </div>
      {error && <ErrorPanel error={error} />}
      {erase.data && (
        <p className="done" role="status">
          {say.erased} <code>{erase.data.id}</code>:{' '}
          {Object.entries(erase.data.counts)
            .map(([what, n]) => `${plain(what)} ${n}`)
            .join(', ')}
        </p>
      )}
      {asked === 'delete' && (
        <Dialog title={say.delete} close={close}>
          <DialogForm submit={say.delete} danger send={() => remove.mutate()} disabled={remove.isPending} close={close}>
            <p>{say.deleteSure}</p>
          </DialogForm>
        </Dialog>
      )}
      {asked === 'erase' && (
        <Dialog title={say.erase} close={close}>
          <DialogForm
            submit={say.erase}
            danger
            send={(event) => erase.mutate(new FormData(event.currentTarget).has('force'))}
            disabled={erase.isPending}
            close={close}
          >
            <p>{say.eraseSure}</p>
            <label className="check">
              <input type="checkbox" name="force" /> {say.force}
            </label>
          </DialogForm>
        </Dialog>
      )}
    </>
  );
}
