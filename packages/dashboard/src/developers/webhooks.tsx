import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty, Table } from '../table.tsx';
import { Chip } from '../value-display.tsx';
import { words } from '../words.ts';
import type { Webhook, WebhookList } from './webhook.ts';
import { WebhookForm } from './webhook-form.tsx';

/** The webhooks of an account; both environments have the same ones. */
export const useWebhooks = (place: Place) =>
  useQuery({
    queryKey: ['webhooks', place.account, place.environment],
    queryFn: () => ask<WebhookList>('GET', `${pathOf(place)}/webhooks`),
  });

/** State of a webhook: active, paused by a member, or paused by the service. */
export function WebhookState({ webhook: { enabled, paused_at } }: { webhook: Webhook }) {
  const { developers: say } = words;
  if (paused_at) return <Chip value="failed">{say.pausedAfterFailures}</Chip>;
  return <Chip value={enabled ? 'active' : 'paused'}>{enabled ? say.active : say.paused}</Chip>;
}

export function Webhooks() {
  const place = usePlace();
  const changes = useMay()('integration.change');
  const [adding, setAdding] = useState(false);
  const list = useWebhooks(place);
  const { developers: say } = words;
  return (
    <>
      {changes && (
        <div className="buttons">
          <button type="button" className="main" disabled={!list.data} onClick={() => setAdding(true)}>
            {say.addWebhook}
          </button>
        </div>
      )}
      {adding && list.data && <WebhookForm list={list.data} close={() => setAdding(false)} />}
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data?.webhooks.length === 0 && <Empty title={say.noWebhooks} hint={say.noWebhooksHint} />}
      {list.data && list.data.webhooks.length > 0 && (
        <Table
          label={say.webhooks}
          rows={list.data.webhooks}
          keyOf={({ id }) => id}
          columns={[
            {
              head: say.address,
              cell: ({ id, url, name }) => (
                <Link
                  to="/accounts/$account/$environment/developers"
                  params={place}
                  search={{ view: 'webhooks', webhook: id } as never}
                >
                  {name ? `${name}: ${url}` : url}
                </Link>
              ),
            },
            {
              head: say.state,
              cell: (webhook) => <WebhookState webhook={webhook} />,
            },
            {
              head: words.environment,
              cell: ({ environments }) => environments.map((one) => words[one as 'live' | 'sandbox']).join(', '),
            },
            { head: say.events, cell: ({ events }) => <span className="quiet">{events.join(', ')}</span> },
          ]}
        />
      )}
    </>
  );
}
