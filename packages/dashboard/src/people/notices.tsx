import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { Table } from '../table.tsx';
import { When } from '../value-display.tsx';
import { time, words } from '../words.ts';

type Notices = Answers['GET /notices'];

/** The mail that the service has for the member; without a mail server it is here alone. */
export function Notices() {
  const { data, error, refetch } = useQuery({
    queryKey: ['notices'],
    queryFn: () => ask<Notices>('GET', '/notices'),
  });
  const { notices: say } = words;
  return (
    <section className="panel">
      <h2>{say.title}</h2>
      <p>{say.hint}</p>
      {error && <ErrorPanel error={error} again={() => refetch()} />}
      {!data && !error && <Loading />}
      {data?.notices.length === 0 && <p className="quiet">{words.none}</p>}
      {data && data.notices.length > 0 && (
        <Table
          label={say.title}
          rows={data.notices}
          keyOf={({ id }) => id}
          columns={[
            { head: say.subject, cell: ({ subject }) => subject },
            { head: words.me.device, cell: ({ device, address }) => (device ? `${device}, ${address}` : '–') },
            { head: say.when, look: 'short', cell: ({ created_at }) => <When at={created_at} /> },
            { head: say.sent, cell: ({ sent_at }) => (sent_at ? time(sent_at) : say.kept) },
          ]}
        />
      )}
    </section>
  );
}
