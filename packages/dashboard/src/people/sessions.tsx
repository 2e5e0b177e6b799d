import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { Table } from '../table.tsx';
import { When } from '../value-display.tsx';
import { words } from '../words.ts';

type Sessions = Answers['GET /sessions'];

/** Sessions of the member; each except the current one can be ended here. */
export function Sessions() {
  const queries = useQueryClient();
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: () => ask<Sessions>('GET', '/sessions'),
  });
  const end = useMutation({
    mutationFn: (id: string) => ask('DELETE', `/sessions/${id}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const { me: say } = words;
  return (
    <section className="panel">
      <h2>{say.sessions}</h2>
      {list.isPending && <Loading />}
      {(list.error ?? end.error) && <ErrorPanel error={list.error ?? end.error} again={() => list.refetch()} />}
      {list.data && (
        <Table
          label={say.sessions}
          rows={list.data.sessions}
          keyOf={({ id }) => id}
          columns={[
            { head: say.device, cell: ({ device }) => device },
            { head: say.address, cell: ({ address }) => address },
            { head: say.since, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
            { head: say.lastUse, look: 'short', cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
            {
              head: words.actions,
              look: 'actions',
              cell: ({ id, current, device }) =>
                current ? (
                  say.current
                ) : (
                  <button type="button" aria-label={`${say.end}: ${device}`} onClick={() => end.mutate(id)}>
                    {say.end}
                  </button>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
