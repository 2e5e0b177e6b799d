import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { ActorName } from '../people/actor-name.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { useLookEvery } from '../updates.ts';
import { Chip, When } from '../value-display.tsx';
import { plain, words } from '../words.ts';
import { RollBackDialog, StagedDialog } from './versions.tsx';

type Import = Answers['GET /accounts/{account}/watchlists']['imports'][number];

type Watchlists = Answers['GET /accounts/{account}/watchlists'];

/** Milliseconds after which the page looks how far an import is, while the service does not say so. */
const LOOK_MS = 3_000;

/** The lists that are loaded, and the newest imports with their errors. */
export function Lists() {
  const { account } = usePlace();
  const may = useMay();
  const [staged, look] = useState<string>();
  const [returning, rollBack] = useState<string>();
  const every = useLookEvery(LOOK_MS);
  const { data, error, refetch } = useQuery({
    queryKey: ['watchlists', account],
    queryFn: () => ask<Watchlists>('GET', `/accounts/${account}/watchlists`),
    refetchInterval: ({ state }) => (state.data?.imports.some(({ ended_at }) => ended_at === null) ? every : false),
  });
  const { screening: say } = words;
  if (error) return <ErrorPanel error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const lastOf = (list: string) => data.imports.find((one) => one.list === list);
  return (
    <>
      {staged !== undefined && <StagedDialog list={staged} close={() => look(undefined)} />}
      {returning !== undefined && <RollBackDialog list={returning} close={() => rollBack(undefined)} />}
      {data.versions.length === 0 ? (
        <Empty title={say.empty} hint={say.emptyHint} />
      ) : (
        <Table
          label={say.lists}
          rows={data.versions}
          keyOf={({ id }) => id}
          columns={[
            { head: say.list, cell: ({ list }) => list },
            { head: say.state, cell: ({ state }) => <Chip value={state} /> },
            { head: say.categories, cell: ({ categories }) => categories.map(plain).join(', ') },
            { head: say.version, look: 'short', cell: ({ published }) => published ?? '–' },
            { head: say.rows, look: 'number', cell: ({ records }) => records.toLocaleString('en') },
            {
              head: say.age,
              look: 'short',
              cell: ({ age_days }) => `${age_days} ${age_days === 1 ? say.day : say.days}`,
            },
            { head: say.lastImport, cell: ({ list }) => <LastImport of={lastOf(list)} /> },
            {
              head: words.actions,
              look: 'actions',
              cell: ({ list, state }) => (
                <div className="buttons">
                  {state === 'staged' && (
                    <button type="button" aria-label={`${say.differences}: ${list}`} onClick={() => look(list)}>
                      {say.differences}
                    </button>
                  )}
                  {state === 'active' && may('screening.activate') && (
                    <button type="button" aria-label={`${say.rollBack}: ${list}`} onClick={() => rollBack(list)}>
                      {say.rollBack}
                    </button>
                  )}
                </div>
              ),
            },
          ]}
        />
      )}
      <h2 className="next">{say.imports}</h2>
      {data.imports.length === 0 ? (
        <p className="quiet">{say.noImports}</p>
      ) : (
        <Table
          label={say.imports}
          rows={data.imports}
          keyOf={({ id }) => id}
          columns={[
            { head: say.list, cell: ({ list }) => list },
            { head: say.state, cell: (one) => <LastImport of={one} /> },
            { head: say.rows, cell: ({ records_stored }) => records_stored.toLocaleString('en') },
            { head: say.when, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
            { head: say.by, cell: ({ created_by }) => <ActorName actor={created_by} /> },
          ]}
        />
      )}
    </>
  );
}

/** The state of an import; a failed one says why. */
function LastImport({ of }: { of: Import | undefined }) {
  if (!of) return <>–</>;
  const reasons = Object.values(of.error?.fields ?? {}).flat();
  return (
    <span>
      <Chip value={of.state} />{' '}
      {of.error && <span className="error">{reasons.length > 0 ? reasons.join('; ') : of.error.message}</span>}
    </span>
  );
}
