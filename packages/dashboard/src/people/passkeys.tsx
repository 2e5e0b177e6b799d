import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { Table } from '../table.tsx';
import { When } from '../value-display.tsx';
import { words } from '../words.ts';
import { addPasskey, hasPasskeys } from './passkey.ts';

type Passkey = Answers['GET /passkeys']['passkeys'][number];

/** The passkeys of the member: add, rename, remove. */
export function Passkeys() {
  const queries = useQueryClient();
  const [naming, name] = useState<Passkey | 'new'>();
  const list = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => ask<Answers['GET /passkeys']>('GET', '/passkeys'),
  });
  const refresh = () => {
    for (const key of ['passkeys', 'session', 'notices']) void queries.invalidateQueries({ queryKey: [key] });
    name(undefined);
  };
  const remove = useMutation({
    mutationFn: (id: string) => ask('DELETE', `/passkeys/${id}`),
    onSuccess: refresh,
  });
  const save = useMutation({
    mutationFn: (given: string) =>
      naming === 'new' || !naming ? addPasskey(given) : ask<void>('PATCH', `/passkeys/${naming.id}`, { name: given }),
    onSuccess: refresh,
  });
  const { passkeys: say } = words;
  const open = (what: Passkey | 'new') => {
    save.reset();
    name(what);
  };
  return (
    <section className="panel">
      <h2>{say.title}</h2>
      <p>{say.hint}</p>
      {list.isPending && <Loading />}
      {(list.error ?? remove.error) && <ErrorPanel error={list.error ?? remove.error} />}
      {list.data && list.data.passkeys.length > 0 && (
        <Table
          label={say.title}
          rows={list.data.passkeys}
          keyOf={({ id }) => id}
          columns={[
            { head: say.name, cell: (one) => one.name },
            { head: say.kept, cell: ({ synced }) => (synced ? say.synced : say.device) },
            { head: say.added, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
            { head: words.me.lastUse, look: 'short', cell: ({ last_used_at }) => <When at={last_used_at} /> },
            {
              head: words.actions,
              look: 'actions',
              cell: (one) => (
                <div className="buttons">
                  <button type="button" aria-label={`${say.rename}: ${one.name}`} onClick={() => open(one)}>
                    {say.rename}
                  </button>
                  <button
                    type="button"
                    aria-label={`${say.remove}: ${one.name}`}
                    disabled={remove.isPending}
                    onClick={() => remove.mutate(one.id)}
                  >
                    {say.remove}
                  </button>
                </div>
              ),
            },
          ]}
        />
      )}
      {hasPasskeys() ? (
        <div className="buttons">
          <button type="button" onClick={() => open('new')}>
            {say.add}
          </button>
        </div>
      ) : (
        <p className="quiet">{say.none}</p>
      )}
      {naming && (
        <Dialog title={naming === 'new' ? say.add : say.rename} close={() => name(undefined)}>
          <form onSubmit={(event) => save.mutate(valuesOf(event).name ?? '')}>
            <Field
              label={say.name}
              name="name"
              hint={say.nameHint}
              defaultValue={naming === 'new' ? '' : naming.name}
              autoFocus
            />
            {save.error && <ErrorPanel error={save.error} />}
            <div className="buttons">
              <button className="main" type="submit" disabled={save.isPending}>
                {naming === 'new' ? say.make : words.save}
              </button>
              <button type="button" onClick={() => name(undefined)}>
                {words.cancel}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </section>
  );
}
