import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import { type Fact, FactsList } from '../facts-list.tsx';
import { Loading, PageError, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import type { ApiRequest } from '../types.ts';
import { FullId } from '../value-display.tsx';
import { exactTime, words } from '../words.ts';
import { Status } from './page.tsx';

const { requests: say } = words;

/** One API request. */
export default function RequestEntryPage() {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['request', place, id],
    queryFn: () => ask<ApiRequest>('GET', `${pathOf(place)}/requests/${id}`),
  });
  if (error) return <PageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const query = Object.entries(data.query).map(([name, value]) => (value === null ? name : `${name}=${value}`));
  const facts: readonly Fact[] = [
    [say.at, `${exactTime(data.at)} (${data.at})`],
    [say.status, <Status key="status" request={data} />],
    [say.message, data.error_message ?? '–'],
    [say.requestId, <FullId key="id" id={data.request_id} />],
    [say.latency, `${data.latency_ms} ms`],
    [say.token, `${data.token.label ?? say.ownPages} (${data.token.id})`],
    [say.client, data.client ?? say.noClient],
    [words.environment, data.environment],
    [say.version, data.api_version ?? say.noVersion],
    [say.ids, data.path_ids.length === 0 ? '–' : <Ids key="ids" ids={data.path_ids} />],
    [say.query, query.join(', ') || '–'],
    [say.fields, data.body_fields.join(', ') || '–'],
    [say.replay, data.idempotent_replay ? say.yes : say.no],
  ];
  return (
    <>
      <Title
        text={`${data.method} ${data.route}`}
        within={<Link to={`${pathOf(place)}/developers/requests` as never}>{say.title}</Link>}
      >
        <Status request={data} />
      </Title>
      <FactsList of={facts} panel />
      <p className="quiet">{say.withheld}</p>
    </>
  );
}

/** Ids, each with the requests that name it. */
function Ids({ ids }: { ids: readonly string[] }) {
  const place = usePlace();
  return (
    <>
      {ids.map((id) => (
        <Link key={id} to={`${pathOf(place)}/developers/requests` as never} search={{ object: id } as never}>
          <code>{id}</code>
        </Link>
      ))}
    </>
  );
}
