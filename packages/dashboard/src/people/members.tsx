import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { Chip, When } from '../value-display.tsx';
import { words } from '../words.ts';
import { Invite } from './invite.tsx';
import { ManageMember, type Member } from './manage-member.tsx';

/** An email address that may break before its `@` in a narrow column. */
const Email = ({ of }: { of: string }) => {
  const at = of.lastIndexOf('@');
  return (
    <>
      {of.slice(0, at)}
      <wbr />
      {of.slice(at)}
    </>
  );
};

/** The members of an account. `member` of the address opens the dialog that changes one. */
export default function MembersPage() {
  const { account } = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const { member: opened } = useSearch({ strict: false }) as { member?: string };
  const [inviting, setInviting] = useState(false);
  const list = useQuery({
    queryKey: ['members', account],
    queryFn: () => ask<Answers['GET /accounts/{account}/members']>('GET', `/accounts/${account}/members`),
  });
  const members = list.data?.members ?? [];
  const managed = members.find(({ id }) => id === opened);
  const manage = (id?: string) => navigate({ to: '.', search: id ? { member: id } : {} } as never);
  const { members: say } = words;
  const changes = may('members.change');
  return (
    <>
      <Title text={say.title}>
        {changes && (
          <button type="button" className="main" onClick={() => setInviting(true)}>
            {say.invite}
          </button>
        )}
      </Title>
      {inviting && <Invite close={() => setInviting(false)} />}
      {managed && changes && <ManageMember member={managed} close={() => void manage()} />}
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {members.length > 0 && (
        <Table
          label={say.title}
          rows={members}
          keyOf={({ id }) => id}
          columns={[
            {
              head: say.name,
              cell: ({ name, email, email_proved }) => (
                <span>
                  {name}
                  {name !== email && (
                    <span className="quiet">
                      {' '}
                      <Email of={email} />
                    </span>
                  )}
                  {email_proved === false && <span className="quiet"> ({say.unproved})</span>}
                </span>
              ),
            },
            { head: say.role, cell: ({ role }) => <Chip value={role} /> },
            { head: say.state, cell: ({ state }) => <Chip value={state} /> },
            { head: say.ways, cell: ({ ways }) => ways.map((way) => say.ways_[way]).join(', ') || '–' },
            { head: say.lastSeen, look: 'short', cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
            ...(changes
              ? [
                  {
                    head: words.actions,
                    look: 'actions' as const,
                    cell: ({ id, name }: Member) => (
                      <button type="button" aria-label={`${say.manage}: ${name}`} onClick={() => void manage(id)}>
                        {say.manage}
                      </button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {members.some(({ email_proved }) => email_proved === false) && <p className="quiet">{say.unprovedHint}</p>}
      {members.length === 1 && <Empty title={say.empty} hint={say.emptyHint} />}
    </>
  );
}
