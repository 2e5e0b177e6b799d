import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask, Failure, proveBy, type Session } from './api.ts';
import { Dialog } from './dialog.tsx';
import { Field, valuesOf } from './form-fields.tsx';
import { ErrorPanel } from './page-layout.tsx';
import { answerWithPasskey, hasPasskeys, providerAddress } from './people/passkey.ts';
import { words } from './words.ts';

/** Asks the member for password and code where an action wants a proof that is younger than five minutes. */
export function ConfirmIdentityDialog() {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((proved: boolean) => void)[]>([]);
  useEffect(() => {
    proveBy(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
    );
    return () => proveBy(async () => false);
  }, []);
  const end = (proved: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(proved);
  };
  return open ? <ConfirmIdentity end={end} /> : null;
}

function ConfirmIdentity({ end }: { end: (proved: boolean) => void }) {
  const queries = useQueryClient();
  const session = queries.getQueryData<Session>(['session']);
  const proved = (session: Session) => {
    queries.setQueryData(['session'], session);
    end(true);
  };
  const [codeNeeded, needCode] = useState(session?.member.totp ?? false);
  const prove = useMutation({
    mutationFn: (values: object) => ask<Session>('POST', '/session/proof', values),
    onError: (error) => error instanceof Failure && error.type === 'code_needed' && needCode(true),
    onSuccess: proved,
  });
  const passkey = useMutation({ mutationFn: () => answerWithPasskey('/session/proof/passkey'), onSuccess: proved });
  if (session?.session.way === 'openid') {
    const here = location.pathname.replace(/^\/dashboard/, '') + location.search;
    return (
      <Dialog title={words.proof.title} close={() => end(false)}>
        <p>{words.provider.proveHint}</p>
        <div className="buttons">
          <a className="button" href={providerAddress(here, true)}>
            {words.provider.prove}
          </a>
          <button type="button" onClick={() => end(false)}>
            {words.cancel}
          </button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog title={words.proof.title} close={() => end(false)}>
      <p className="quiet">{words.proof.hint}</p>
      <form onSubmit={(event) => prove.mutate(valuesOf(event))}>
        <Field
          label={words.signIn.password}
          name="password"
          type="password"
          autoComplete="current-password"
          autoFocus
        />
        {codeNeeded && (
          <Field label={words.signIn.code} name="code" hint={words.signIn.codeHint} autoComplete="one-time-code" />
        )}
        {(prove.error ?? passkey.error) && <ErrorPanel error={prove.error ?? passkey.error} />}
        <div className="buttons">
          <button className="main" type="submit" disabled={prove.isPending}>
            {words.proof.send}
          </button>
          {session && session.member.passkeys > 0 && hasPasskeys() && (
            <button type="button" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
              {words.passkeys.prove}
            </button>
          )}
          <button type="button" onClick={() => end(false)}>
            {words.cancel}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
