import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ask, Failure, type Session, signInBy } from './api.ts';
import { Field, valuesOf } from './form-fields.tsx';
import { ErrorPanel } from './page-layout.tsx';
import { answerWithPasskey, hasPasskeys, providerAddress } from './people/passkey.ts';
import { useWays } from './sign-in.tsx';
import { words } from './words.ts';

/**
 * Signs a member in over the page whose session has ended: what they typed stays, and the requests that were refused are sent
 * again. The page behind is hidden, since nobody knows who sits before it.
 */
export function SignInAgain() {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((signedIn: boolean) => void)[]>([]);
  useEffect(() => {
    const end = (signedIn: boolean) => {
      for (const resolve of waiting.current.splice(0)) resolve(signedIn);
    };
    signInBy(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
    );
    return () => {
      signInBy(async () => false);
      end(false);
    };
  }, []);
  const done = () => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(true);
  };
  return open ? <SignInDialog done={done} /> : null;
}

/** Another page of the dashboard from its beginning: nothing of this one is kept. */
const leaveFor = (path: string): void => location.assign(`/dashboard${path}`);

function SignInDialog({ done }: { done: () => void }) {
  const queries = useQueryClient();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const [before] = useState(() => queries.getQueryData<Session>(['session']));
  const [codeNeeded, needCode] = useState(before?.member.totp ?? false);
  const ways = useWays();
  const enter = (session: Session) => {
    // What another member has typed or asked for is not this member's.
    if (session.member.id !== before?.member.id) return leaveFor('/');
    queries.setQueryData(['session'], session);
    done();
    // The role may be another one by now.
    return queries.invalidateQueries();
  };
  const send = useMutation({
    mutationFn: (values: object) => ask<Session>('POST', '/session', { ...values, email: before?.member.email }),
    onError: (error) => error instanceof Failure && error.type === 'code_needed' && needCode(true),
    onSuccess: enter,
  });
  const passkey = useMutation({ mutationFn: () => answerWithPasskey('/session/passkey'), onSuccess: enter });
  const enterRef = useRef(enter);
  enterRef.current = enter;
  // The member may sign in on another tab: at the provider, or because that one asked first.
  useEffect(() => {
    const look = () =>
      void fetch('/dashboard/api/session')
        .then((answer) => (answer.ok ? (answer.json() as Promise<Session>).then(enterRef.current) : undefined))
        .catch(() => {});
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  const error =
    passkey.error ?? (send.error instanceof Failure && send.error.type === 'code_needed' ? null : send.error);
  const { signIn: say } = words;
  return (
    <dialog
      ref={dialog}
      className="signed-out"
      aria-label={say.again}
      onCancel={(event) => event.preventDefault()}
      onClose={() => leaveFor('/sign-in')}
    >
      <h2>{say.again}</h2>
      <p>{say.againHint}</p>
      <p className="quiet">{before?.member.email}</p>
      {ways.data?.own && (
        <form onSubmit={(event) => send.mutate(valuesOf(event))}>
          <Field label={say.password} name="password" type="password" autoComplete="current-password" autoFocus />
          {codeNeeded && <Field label={say.code} name="code" hint={say.codeHint} autoComplete="one-time-code" />}
          <div className="buttons">
            <button className="main" type="submit" disabled={send.isPending}>
              {say.send}
            </button>
            {hasPasskeys() && (
              <button type="button" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
                {words.passkeys.signIn}
              </button>
            )}
          </div>
        </form>
      )}
      {error && <ErrorPanel error={error} />}
      <div className="buttons">
        {ways.data?.openid && (
          <a className="button" href={providerAddress('/')} target="_blank" rel="noreferrer">
            {words.provider.signInTab}
          </a>
        )}
        <button type="button" className="bare" onClick={() => leaveFor('/sign-in')}>
          {say.other}
        </button>
      </div>
    </dialog>
  );
}
