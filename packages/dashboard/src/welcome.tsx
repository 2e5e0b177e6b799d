import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ask, Failure, type Session } from './api.ts';
import type { Answers } from './api-types.ts';
import { ConfirmIdentityDialog } from './confirm-identity.tsx';
import { Field, valuesOf } from './form-fields.tsx';
import { CenteredCard, ErrorPanel, Loading } from './page-layout.tsx';
import { acceptWithPasskey, hasPasskeys } from './people/passkey.ts';
import { OwnSignIn, useWays } from './sign-in.tsx';
import { words } from './words.ts';

type Invitation = Answers['POST /invitations/open'];

/** Accepts an invitation: the secret is in the fragment of the address, which no server sees. */
export function Welcome() {
  const [secret] = useState(() => location.hash.slice(1));
  const invitation = useQuery({
    queryKey: ['invitation', secret],
    queryFn: () => ask<Invitation>('POST', '/invitations/open', { secret }),
  });
  const ways = useWays();
  const given = invitation.data;
  const error = invitation.error ?? ways.error;
  return (
    <CenteredCard title={given?.kind === 'reset' ? words.welcome.reset : words.welcome.title}>
      {(invitation.isPending || ways.isPending) && !error && <Loading of="panel" />}
      {error && <ErrorPanel error={error} />}
      {given && ways.data && (
        <>
          <p className="quiet">{given.accounts.map(({ name, role }) => `${name} (${role})`).join(', ')}</p>
          {ways.data.own &&
            (given.sign_in ? (
              <Join secret={secret} invitation={given} />
            ) : (
              <OwnWay secret={secret} invitation={given} />
            ))}
          {ways.data.openid && <ByProvider secret={secret} />}
        </>
      )}
    </CenteredCard>
  );
}

/** Signs the member in, who then accepts the invitation to another account. */
function Join({ secret, invitation }: { secret: string; invitation: Invitation }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const session = useQuery({ queryKey: ['session'], queryFn: () => ask<Session>('GET', '/session'), retry: false });
  const join = useMutation({
    mutationFn: () => ask<Session>('POST', '/invitations/join', { secret }),
    onSuccess: (joined) => {
      queries.setQueryData(['session'], joined);
      return navigate({ href: '/', replace: true });
    },
  });
  const { welcome: say } = words;
  if (session.isPending) return <Loading of="panel" />;
  const email = session.data?.member.email;
  if (email !== invitation.email) {
    return (
      <>
        <p>{say.signIn(invitation.email ?? '')}</p>
        {email && <p className="quiet">{say.other(email)}</p>}
        <OwnSignIn enter={() => queries.invalidateQueries({ queryKey: ['session'] })} />
      </>
    );
  }
  // The provider asks again by itself, and accepts the invitation on its way back.
  if (session.data?.session.way === 'openid') return null;
  return (
    <>
      <ConfirmIdentityDialog />
      <p>{say.signedIn(email ?? '')}</p>
      {join.error && <ErrorPanel error={join.error} />}
      <div className="buttons">
        <button type="button" className="main" disabled={join.isPending} onClick={() => join.mutate()}>
          {say.join}
        </button>
      </div>
    </>
  );
}

/** Name and password, or a passkey of this device. */
function OwnWay({ secret, invitation }: { secret: string; invitation: Invitation }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const onSuccess = (session: Session) => {
    queries.setQueryData(['session'], session);
    return navigate({ href: '/', replace: true });
  };
  const accept = useMutation({
    mutationFn: (values: object) => ask<Session>('POST', '/invitations/accept', { secret, ...values }),
    onSuccess,
  });
  const passkey = useMutation({
    mutationFn: () => {
      const { password: _, ...values } = Object.fromEntries(new FormData(form.current as HTMLFormElement));
      return acceptWithPasskey({ secret, ...values });
    },
    onSuccess,
  });
  const error = accept.error ?? passkey.error;
  const fields = error instanceof Failure ? error.fields : {};
  const busy = accept.isPending || passkey.isPending;
  const { welcome: say } = words;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        passkey.reset();
        accept.mutate(valuesOf(event));
      }}
    >
      {invitation.kind === 'first' && (
        <Field label={words.signIn.email} name="email" type="email" autoComplete="username" error={fields.email} />
      )}
      <Field
        label={say.name}
        name="name"
        autoComplete="name"
        defaultValue={invitation.name ?? ''}
        error={fields.name}
      />
      <Field
        label={words.signIn.password}
        name="password"
        type="password"
        hint={say.hint}
        autoComplete="new-password"
        error={fields.password}
      />
      {error && !fields.email && !fields.name && !fields.password && <ErrorPanel error={error} />}
      <div className="buttons">
        <button className="main" type="submit" disabled={busy}>
          {say.send}
        </button>
        {hasPasskeys() && (
          <button
            type="button"
            disabled={busy}
            onClick={() => {
              accept.reset();
              passkey.mutate();
            }}
          >
            {say.passkey}
          </button>
        )}
      </div>
    </form>
  );
}

/** Accepts the invitation at the OpenID provider: the browser leaves the page. */
function ByProvider({ secret }: { secret: string }) {
  const begin = useMutation({
    mutationFn: () => ask<Answers['POST /invitations/openid']>('POST', '/invitations/openid', { secret }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <div className="buttons">
      <button type="button" disabled={begin.isPending} onClick={() => begin.mutate()}>
        {words.provider.signIn}
      </button>
      {begin.error && <ErrorPanel error={begin.error} />}
    </div>
  );
}
