import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, Failure, type Session } from './api.ts';
import type { Answers } from './api-types.ts';
import { Field, valuesOf } from './form-fields.tsx';
import { CenteredCard, ErrorPanel, Loading } from './page-layout.tsx';
import { answerWithPasskey, hasPasskeys, providerAddress } from './people/passkey.ts';
import { words } from './words.ts';

/** Only pages of the dashboard: an address that a stranger wrote leads nowhere else. */
const wayBack = (): string => {
  const back = new URLSearchParams(location.search).get('back') ?? '/';
  return back.startsWith('/') && !back.startsWith('//') ? back : '/';
};

/** The page of sign-in; an address leads back to the page that asked for it. */
export function SignIn() {
  const navigate = useNavigate();
  const ways = useWays();
  const refused = new URLSearchParams(location.search).get('refused');
  const reasons: Readonly<Record<string, string>> = words.provider.refused;
  return (
    <CenteredCard title={words.signIn.title}>
      {refused !== null && (
        <p className="error" role="alert">
          {reasons[refused] ?? words.provider.failed}
        </p>
      )}
      {ways.isPending && <Loading of="panel" />}
      {ways.error && <ErrorPanel error={ways.error} again={() => ways.refetch()} />}
      {ways.data?.own && <OwnSignIn enter={() => navigate({ href: wayBack() })} />}
      {ways.data?.openid && (
        <div className="buttons">
          <a className="button" href={providerAddress(wayBack())}>
            {words.provider.signIn}
          </a>
        </div>
      )}
    </CenteredCard>
  );
}

/** Password and, where the member has one, the code of a second factor; or a passkey alone. `enter` runs once signed in. */
export function OwnSignIn({ enter }: { enter: () => unknown }) {
  const queries = useQueryClient();
  const [codeNeeded, needCode] = useState(false);
  const onSuccess = (session: Session) => {
    queries.setQueryData(['session'], session);
    return enter();
  };
  const send = useMutation({
    mutationFn: (values: Record<string, string>) => ask<Session>('POST', '/session', values),
    onError: (error) => error instanceof Failure && error.type === 'code_needed' && needCode(true),
    onSuccess,
  });
  const passkey = useMutation({ mutationFn: () => answerWithPasskey('/session/passkey'), onSuccess });
  const asksCode = send.error instanceof Failure && send.error.type === 'code_needed';
  return (
    <>
      <form onSubmit={(event) => send.mutate(valuesOf(event))}>
        <Field label={words.signIn.email} name="email" type="email" autoComplete="username" />
        <Field label={words.signIn.password} name="password" type="password" autoComplete="current-password" />
        {codeNeeded && (
          <Field label={words.signIn.code} name="code" hint={words.signIn.codeHint} autoComplete="one-time-code" />
        )}
        {send.error && !asksCode && <ErrorPanel error={send.error} />}
        <button className="main" type="submit" disabled={send.isPending}>
          {words.signIn.send}
        </button>
      </form>
      {hasPasskeys() && (
        <div className="buttons">
          <button type="button" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
            {words.passkeys.signIn}
          </button>
        </div>
      )}
      {passkey.error && <ErrorPanel error={passkey.error} />}
    </>
  );
}

/** The ways to sign in to the service. */
export const useWays = () =>
  useQuery({
    queryKey: ['ways'],
    queryFn: () => ask<Answers['GET /sign-in']>('GET', '/sign-in'),
  });
