import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { Table } from '../table.tsx';
import { Chip } from '../value-display.tsx';
import { words } from '../words.ts';

type Permitted = Answers['GET /accounts/{account}/permissions'];

type Answer = Permitted['actions'][number]['live'];

const can: Readonly<Record<string, string>> = words.can;
const answer = (given: Answer) => words.me.answers[given ?? 'none'];

/** Permissions of the member in the account of the page: the service's own table. */
export function Permissions() {
  const { account } = usePlace();
  const { data, error, refetch } = useQuery({
    queryKey: ['permissions', account],
    queryFn: () => ask<Permitted>('GET', `/accounts/${account}/permissions`),
  });
  const { me: say } = words;
  return (
    <section className="panel">
      <h2>{say.may}</h2>
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p>
            {say.role} <Chip value={data.role} />
          </p>
          <Table
            label={say.may}
            rows={data.actions}
            keyOf={({ action }) => action}
            columns={[
              { head: say.action, cell: ({ action }) => can[action] ?? action },
              { head: words.live, cell: ({ live }) => answer(live) },
              { head: words.sandbox, cell: ({ sandbox }) => answer(sandbox) },
              { head: words.account, cell: (one) => answer(one.account) },
            ]}
          />
        </>
      )}
    </section>
  );
}
