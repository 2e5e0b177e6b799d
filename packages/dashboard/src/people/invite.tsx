import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, Failure } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogEnd, DialogForm } from '../dialog.tsx';
import { Field, valuesOf } from '../form-fields.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { RoleField } from './role.tsx';

export type Invitation = Answers['POST /accounts/{account}/members/{id}/invitation'];

/** Invites a person by their e-mail address. */
export function Invite({ close }: { close: () => void }) {
  const { account } = usePlace();
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: (values: object) => ask<Invitation>('POST', `/accounts/${account}/members`, values),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['members', account] }),
  });
  const fields = invite.error instanceof Failure ? invite.error.fields : {};
  const { members: say } = words;
  return (
    <Dialog title={say.invite} close={close}>
      {invite.data ? (
        <Invited invitation={invite.data} close={close} />
      ) : (
        <DialogForm
          submit={say.send}
          send={(event) => invite.mutate(valuesOf(event))}
          disabled={invite.isPending}
          error={!fields.email && invite.error}
          close={close}
        >
          <Field label={words.signIn.email} name="email" type="email" error={fields.email} />
          <Field label={say.name} name="name" required={false} />
          <RoleField />
        </DialogForm>
      )}
    </Dialog>
  );
}

/** Result of an invitation; its address is shown if no mail was sent. */
export function Invited({ invitation, close }: { invitation: Invitation; close: () => void }) {
  const [copied, setCopied] = useState(false);
  const { members: say } = words;
  const { mailed, invitation_url } = invitation;
  return (
    <div role="status">
      <p>{mailed ? say.mailed : say.handed}</p>
      <p className="quiet">{say.accepts}</p>
      {invitation_url && (
        <p className="copied">
          <code>{invitation_url}</code>
          <button
            type="button"
            onClick={() => void navigator.clipboard?.writeText(invitation_url).then(() => setCopied(true))}
          >
            {copied ? words.copied : words.copy}
          </button>
        </p>
      )}
      <DialogEnd close={close} />
    </div>
  );
}
