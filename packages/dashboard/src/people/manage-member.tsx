import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog } from '../dialog.tsx';
import { valuesOf } from '../form-fields.tsx';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { words } from '../words.ts';
import { type Invitation, Invited } from './invite.tsx';
import { RoleField } from './role.tsx';

/** A member of the account. */
export type Member = Answers['GET /accounts/{account}/members']['members'][number];

/** Changes one member: role, sessions, way to sign in, membership. */
export function ManageMember({ member, close }: { member: Member; close: () => void }) {
  const { account } = usePlace();
  const queries = useQueryClient();
  const path = `/accounts/${account}/members/${member.id}`;
  const change = useMutation({
    mutationFn: ([method, below, body]: readonly [method: string, below: string, body?: object]) =>
      ask<Invitation | undefined>(method, path + below, body),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['members', account] }),
  });
  const { members: say } = words;
  const disabled = member.state === 'disabled';
  // A person who has not accepted may be a member of other accounts, where nobody of this one acts.
  const accepted = member.state === 'active' || disabled;
  const [method, below] = change.variables ?? [];
  if (change.data) {
    return (
      <Dialog title={member.name} close={close}>
        <Invited invitation={change.data} close={close} />
      </Dialog>
    );
  }
  const actions = [
    ...(accepted ? [[say.endSessions, 'DELETE', '/sessions'] as const] : []),
    ...(disabled ? [] : [[say.again, 'POST', '/invitation'] as const]),
    ...(accepted ? [[disabled ? say.enable : say.disable, 'PUT', '/disabled', { disabled: !disabled }] as const] : []),
    [say.remove, 'DELETE', ''],
  ] as const;
  return (
    <Dialog title={member.name} close={close}>
      <p className="quiet">{member.email}</p>
      <form onSubmit={(event) => change.mutate(['PATCH', '', valuesOf(event)])}>
        <RoleField key={member.role} chosen={member.role} />
        {accepted && <p className="quiet">{say.roleHint}</p>}
        <button className="main" type="submit" disabled={change.isPending}>
          {say.saveRole}
        </button>
      </form>
      {change.error && <ErrorPanel error={change.error} />}
      {change.isSuccess && method === 'DELETE' && below === '/sessions' && (
        <p className="done" role="status">
          {say.ended}
        </p>
      )}
      <div className="buttons">
        {actions.map(([label, verb, at, body]) => (
          <button key={label} type="button" disabled={change.isPending} onClick={() => change.mutate([verb, at, body])}>
            {label}
          </button>
        ))}
        <button type="button" onClick={close}>
          {words.close}
        </button>
      </div>
    </Dialog>
  );
}
