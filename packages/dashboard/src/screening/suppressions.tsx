import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { ActorName } from '../people/actor-name.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { Id, When } from '../value-display.tsx';
import { plain, time, words } from '../words.ts';
import { Older, useListPages } from './use-list-pages.tsx';

type Revoked = Answers['POST /accounts/{account}/{environment}/suppressions/{id}/revoke'];

type Page = Answers['GET /accounts/{account}/{environment}/suppressions'];

/** Hits that were ruled out for an applicant, with author, time, reason and end. */
export function Suppressions() {
  const place = usePlace();
  const may = useMay();
  const queries = useQueryClient();
  const { rows, error, refetch, ...pages } = useListPages<'suppressions', Page>('suppressions');
  const revoke = useMutation({
    mutationFn: (id: string) => ask<Revoked>('POST', `${pathOf(place)}/suppressions/${id}/revoke`, {}),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['suppressions'] }),
  });
  const { screening: say } = words;
  if (error) return <ErrorPanel error={error} again={() => refetch()} />;
  if (!rows) return <Loading />;
  if (rows.length === 0) return <Empty title={say.noSuppressions} hint={say.noSuppressionsHint} />;
  return (
    <>
      {revoke.error && <ErrorPanel error={revoke.error} />}
      {revoke.data && (
        <p className="done" role="status">
          {'proposed' in revoke.data ? say.waits : say.revokeHint}
        </p>
      )}
      <Table
        label={say.suppressions}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { head: say.record, cell: ({ record }) => `${record.list} ${record.source_id}` },
          { head: say.applicant, cell: ({ applicant_id }) => <Id id={applicant_id} /> },
          {
            head: say.by,
            cell: ({ by, confirmed_by }) => (
              <span>
                <ActorName actor={by} />
                {confirmed_by && (
                  <>
                    {', '}
                    <ActorName actor={confirmed_by} />
                  </>
                )}
              </span>
            ),
          },
          { head: say.when, look: 'short', cell: ({ at }) => <When at={at} /> },
          {
            head: say.why,
            cell: ({ reason, note }) => (
              <span>
                {plain(reason)}: <span className="quiet">{note}</span>
              </span>
            ),
          },
          {
            head: say.expires,
            cell: ({ state, expires_at, ended_because }) =>
              state === 'active' ? time(expires_at) : `${say.ended}: ${plain(ended_because ?? '')}`,
          },
          {
            head: words.actions,
            look: 'actions',
            cell: ({ id, state, record }) =>
              state === 'active' && may('suppression.make') ? (
                <button
                  type="button"
                  aria-label={`${say.revoke}: ${record.list} ${record.source_id}`}
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(id)}
                >
                  {say.revoke}
                </button>
              ) : (
                '–'
              ),
          },
        ]}
      />
      <Older {...pages} />
    </>
  );
}
