import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { ActorName } from '../people/actor-name.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { Chip, When } from '../value-display.tsx';
import { words } from '../words.ts';
import { CopyableText } from './copyable-text.tsx';
import { Tour } from './tour.tsx';

type TokenList = Answers['GET /accounts/{account}/tokens'];

type Token = TokenList['tokens'][number];

type MadeToken = Answers['POST /accounts/{account}/{environment}/tokens'];

/** API tokens and OAuth clients of the environment. */
export function Tokens() {
  const { account, environment } = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const [making, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Token>();
  const queryKey = ['tokens', account];
  const list = useQuery({
    queryKey,
    queryFn: () => ask<TokenList>('GET', `/accounts/${account}/tokens`),
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const { developers: say } = words;
  const changes = may('integration.change') && (environment === 'sandbox' || may('live_tokens.change'));
  const tokens = list.data?.tokens.filter((token) => token.environment === environment) ?? [];
  return (
    <>
      {changes && (
        <div className="buttons">
          <button type="button" className="main" onClick={() => setMaking(true)}>
            {say.makeToken}
          </button>
        </div>
      )}
      {making && <Make close={() => setMaking(false)} made={refresh} />}
      {revoked && <Revoke token={revoked} close={() => setRevoked(undefined)} done={refresh} />}
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && tokens.length === 0 && (
        <Empty title={say.noTokens} hint={changes ? say.noTokensHint : say.noTokensSee} />
      )}
      {tokens.length > 0 && (
        <Table
          label={say.tokens}
          rows={tokens}
          keyOf={({ id }) => id}
          columns={[
            { head: say.label, cell: ({ name }) => name },
            { head: say.kind, look: 'short', cell: ({ kind }) => say.kinds[kind] },
            { head: say.hint, look: 'short', cell: ({ hint }) => <code>{hint}…</code> },
            { head: say.permission, cell: ({ permission }) => <Chip value={permission} /> },
            {
              head: say.made,
              cell: ({ created_at, created_by }) => (
                <>
                  <When at={created_at} />
                  <br />
                  <ActorName actor={created_by} />
                </>
              ),
            },
            { head: say.lastUse, look: 'short', cell: ({ last_used_at }) => <When at={last_used_at} /> },
            {
              head: words.actions,
              look: 'actions',
              cell: (token) =>
                token.revoked_at ? (
                  <span className="quiet">
                    {say.revokedAt} <When at={token.revoked_at} />
                  </span>
                ) : changes ? (
                  <button type="button" aria-label={`${say.revoke}: ${token.name}`} onClick={() => setRevoked(token)}>
                    {say.revoke}
                  </button>
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
    </>
  );
}

function Make({ close, made }: { close: () => void; made: () => void }) {
  const place = usePlace();
  const make = useMutation({
    mutationFn: (values: object) => ask<MadeToken>('POST', `${pathOf(place)}/tokens`, values),
    onSuccess: made,
  });
  const { developers: say } = words;
  if (make.data) return <Made token={make.data} close={close} />;
  return (
    <Dialog title={say.makeToken} close={close}>
      <DialogForm
        submit={say.make}
        send={(event) => make.mutate(valuesOf(event))}
        disabled={make.isPending}
        error={make.error}
        close={close}
      >
        <Field label={say.label} name="name" hint={say.labelHint} autoFocus />
        <div className="field">
          <label htmlFor="kind">{say.kind}</label>
          <select id="kind" name="kind">
            <option value="api">{say.kinds.api}</option>
            <option value="oauth_client">{say.kinds.oauth_client}</option>
          </select>
        </div>
        <div className="field">
          <label htmlFor="permission">{say.permission}</label>
          <select id="permission" name="permission">
            <option value="read_write">{say.readWrite}</option>
            <option value="read_only">{say.readOnly}</option>
          </select>
        </div>
      </DialogForm>
    </Dialog>
  );
}

/** The secret, this once; with a token of the sandbox, the tour that uses it. */
function Made({ token, close }: { token: MadeToken; close: () => void }) {
  const { developers: say } = words;
  const tours = token.kind === 'api' && token.environment === 'sandbox' && token.permission === 'read_write';
  return (
    <Dialog title={say.tokenMade} close={close}>
      <p>{say.once}</p>
      {token.kind === 'oauth_client' && <CopyableText label={say.clientId} text={token.id} />}
      <CopyableText label={token.kind === 'api' ? say.token : say.clientSecret} text={token.secret} />
      {tours && <Tour token={token.secret} />}
      <DialogEnd close={close} />
    </Dialog>
  );
}

function Revoke({ token, close, done }: { token: Token; close: () => void; done: () => void }) {
  const { account } = usePlace();
  const revoke = useMutation({
    mutationFn: () => ask('DELETE', `/accounts/${account}/tokens/${token.id}`),
    onSuccess: () => {
      done();
      close();
    },
  });
  const { developers: say } = words;
  return (
    <Dialog title={`${say.revoke}: ${token.name}`} close={close}>
      <DialogForm
        submit={say.revoke}
        danger
        send={() => revoke.mutate()}
        disabled={revoke.isPending}
        error={revoke.error}
        close={close}
      >
        <p>{say.revokeHint}</p>
      </DialogForm>
    </Dialog>
  );
}
