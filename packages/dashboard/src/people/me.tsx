import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, Failure } from '../api.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { Title } from '../page-layout.tsx';
import { useSession } from '../session.ts';
import { words } from '../words.ts';
import { Notices } from './notices.tsx';
import { OneTimeCodes } from './one-time-codes.tsx';
import { Passkeys } from './passkeys.tsx';
import { Permissions } from './permissions.tsx';
import { Sessions } from './sessions.tsx';

/** The account of the member: how they sign in, where they are signed in, and what they may do. */
export default function MePage() {
  const { data } = useSession();
  const [changing, setChanging] = useState(false);
  const [changed, setChanged] = useState(false);
  const { me: say } = words;
  return (
    <>
      <Title text={say.title}>
        <button type="button" className="main" onClick={() => setChanging(true)}>
          {say.changePassword}
        </button>
      </Title>
      <p className="quiet">
        {data?.member.name} · {data?.member.email}
      </p>
      {changed && (
        <p className="done" role="status">
          {say.passwordChanged}
        </p>
      )}
      {changing && (
        <NewPassword
          close={() => setChanging(false)}
          done={() => {
            setChanging(false);
            setChanged(true);
          }}
        />
      )}
      {data && <OneTimeCodes member={data.member} />}
      <Passkeys />
      <Sessions />
      <Notices />
      <Permissions />
    </>
  );
}

function NewPassword({ close, done }: { close: () => void; done: () => void }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (values: object) => ask('PUT', '/password', values),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['sessions'] });
      done();
    },
  });
  const fields = change.error instanceof Failure ? change.error.fields : {};
  return (
    <Dialog title={words.me.changePassword} close={close}>
      <DialogForm
        submit={words.me.changePassword}
        send={(event) => change.mutate(valuesOf(event))}
        disabled={change.isPending}
        error={!fields.password && change.error}
        close={close}
      >
        <Field
          label={words.me.newPassword}
          name="password"
          type="password"
          hint={words.welcome.hint}
          autoComplete="new-password"
          error={fields.password}
        />
      </DialogForm>
    </Dialog>
  );
}
