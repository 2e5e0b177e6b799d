import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, type Session } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { QrCode } from '../qr-code.tsx';
import { words } from '../words.ts';

type Secret = Answers['POST /totp'];

type Codes = Answers['POST /totp/confirm'];

/** One-time codes of an authenticator app, and the recovery codes that stand in for them. */
export function OneTimeCodes({ member }: { member: Session['member'] }) {
  const queries = useQueryClient();
  const [codes, showCodes] = useState<readonly string[]>();
  const refresh = () => queries.invalidateQueries({ queryKey: ['session'] });
  const begin = useMutation({ mutationFn: () => ask<Secret>('POST', '/totp') });
  const off = useMutation({ mutationFn: () => ask('DELETE', '/totp'), onSuccess: refresh });
  const renew = useMutation({
    mutationFn: () => ask<Codes>('POST', '/totp/recovery_codes'),
    onSuccess: ({ recovery_codes }) => {
      showCodes(recovery_codes);
      return refresh();
    },
  });
  const { me: say } = words;
  const error = begin.error ?? off.error ?? renew.error;
  return (
    <section className="panel">
      <h2>{say.codes}</h2>
      <p>{member.totp ? say.codesOn : say.codesOff}</p>
      {member.totp && (
        <p className="quiet">
          {member.recovery_codes} {say.recoveryLeft}
        </p>
      )}
      {error && <ErrorPanel error={error} />}
      <div className="buttons">
        {member.totp ? (
          <>
            <button type="button" disabled={renew.isPending} onClick={() => renew.mutate()}>
              {say.renew}
            </button>
            <button type="button" disabled={off.isPending} onClick={() => off.mutate()}>
              {say.turnOff}
            </button>
          </>
        ) : (
          <button type="button" disabled={begin.isPending} onClick={() => begin.mutate()}>
            {say.setUp}
          </button>
        )}
      </div>
      {begin.data && (
        <SetUp
          given={begin.data}
          close={begin.reset}
          done={({ recovery_codes }) => {
            begin.reset();
            showCodes(recovery_codes);
            void refresh();
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} close={() => showCodes(undefined)} />}
    </section>
  );
}

function SetUp({ given, close, done }: { given: Secret; close: () => void; done: (codes: Codes) => void }) {
  const confirm = useMutation({
    mutationFn: (values: object) => ask<Codes>('POST', '/totp/confirm', values),
    onSuccess: done,
  });
  const { me: say } = words;
  return (
    <Dialog title={say.setUp} close={close}>
      <p>{say.scan}</p>
      <QrCode text={given.uri} label={say.qr} />
      <p>
        {say.secret} <code>{given.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
      </p>
      <DialogForm
        submit={say.confirm}
        send={(event) => confirm.mutate(valuesOf(event))}
        disabled={confirm.isPending}
        error={confirm.error}
        close={close}
      >
        <Field label={words.signIn.code} name="code" autoComplete="one-time-code" />
      </DialogForm>
    </Dialog>
  );
}

const RecoveryCodes = ({ codes, close }: { codes: readonly string[]; close: () => void }) => (
  <Dialog title={words.me.recovery} close={close}>
    <p>{words.me.recoveryHint}</p>
    <ul className="codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <div className="buttons">
      <button type="button" className="main" onClick={() => void navigator.clipboard?.writeText(codes.join('\n'))}>
        {words.copy}
      </button>
      <button type="button" onClick={close}>
        {words.close}
      </button>
    </div>
  </Dialog>
);
