import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { Dialog, DialogForm } from '../dialog.tsx';
import { ErrorPanel, Loading } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty } from '../table.tsx';
import { time, words } from '../words.ts';
import { CopyableText } from './copyable-text.tsx';
import { DeliveryRow } from './delivery.tsx';
import { DAY_MS, Replay } from './replay.tsx';
import type { Webhook, WebhookList, WebhookWithSecret } from './webhook.ts';
import { WebhookForm } from './webhook-form.tsx';
import { useWebhooks, WebhookState } from './webhooks.tsx';

type Page = Answers['GET /accounts/{account}/{environment}/webhooks/{id}/deliveries'];

/** One webhook: its deliveries, its answers, and the member's actions. */
export function Deliveries({ webhook: id }: { webhook: string }) {
  const place = usePlace();
  const changes = useMay()('integration.change');
  const webhooks = useWebhooks(place);
  const path = `${pathOf(place)}/webhooks/${id}`;
  const list = useInfiniteQuery({
    queryKey: ['deliveries', place.account, place.environment, id],
    queryFn: ({ pageParam }) =>
      ask<Page>('GET', `${path}/deliveries?limit=20${pageParam ? `&cursor=${pageParam}` : ''}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const webhook = webhooks.data?.webhooks.find((one) => one.id === id);
  const { developers: say } = words;
  return (
    <>
      <p>
        <Link to="/accounts/$account/$environment/developers" params={place} search={{ view: 'webhooks' } as never}>
          {say.allWebhooks}
        </Link>
      </p>
      {webhook && webhooks.data && <OneWebhook webhook={webhook} path={path} list={webhooks.data} changes={changes} />}
      <div className="title">
        <h2>{say.deliveries}</h2>
        <button type="button" onClick={() => void list.refetch()}>
          {say.refresh}
        </button>
      </div>
      {list.isPending && <Loading />}
      {list.error && <ErrorPanel error={list.error} again={() => list.refetch()} />}
      {list.data && deliveries.length === 0 && <Empty title={say.noDeliveries} hint={say.noDeliveriesHint} />}
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} resendable={changes && webhook?.enabled === true} />
      ))}
      {list.hasNextPage && (
        <button type="button" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {words.older}
        </button>
      )}
    </>
  );
}

/** Milliseconds for which a delivery is retried: one that was dropped by a pause can be so much older than the first failure. */
const RETRIED_MS = 3 * DAY_MS;

type Opened = 'edit' | 'replay' | 'remove' | undefined;

function OneWebhook({
  webhook,
  path,
  list,
  changes,
}: {
  webhook: Webhook;
  path: string;
  list: WebhookList;
  changes: boolean;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    await queries.invalidateQueries({ queryKey: ['deliveries'] });
  };
  const change = useMutation({
    mutationFn: ({ method, end = '', body }: { method: string; end?: string; body?: object }) =>
      ask<WebhookWithSecret | undefined>(method, path + end, body),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: () => ask('DELETE', path),
    onSuccess: async () => {
      await refresh();
      void navigate({ to: '.', search: { view: 'webhooks' } } as never);
    },
  });
  const [missedSince, setMissedSince] = useState<number>();
  // The times of a pause are gone once the webhook is enabled, so the dialog gets them now.
  const resume = () =>
    change.mutate(
      { method: 'PATCH', body: { enabled: true } },
      {
        onSuccess: () => {
          setMissedSince(Date.parse(webhook.failing_since as string) - RETRIED_MS);
          open('replay');
        },
      },
    );
  const { developers: say } = words;
  const {
    enabled,
    url,
    name,
    previous_secret_until: until,
    paused_at: pausedAt,
    failing_since: failingSince,
  } = webhook;
  const button = (label: string, asked: { method: string; end?: string; body?: object }) => (
    <button type="button" disabled={change.isPending} onClick={() => change.mutate(asked)}>
      {label}
    </button>
  );
  return (
    <section className="panel" aria-label={name ?? url}>
      <p>
        <code>{url}</code> <WebhookState webhook={webhook} />
      </p>
      {pausedAt && failingSince && <p role="status">{say.pausedHint(time(pausedAt), time(failingSince))}</p>}
      <p className="quiet">{webhook.events.join(', ')}</p>
      {until && (
        <p>
          {say.rotating} {time(until)}
        </p>
      )}
      {change.error && <ErrorPanel error={change.error} />}
      {change.data?.secret && <CopyableText label={say.newSecret} text={change.data.secret} />}
      {changes && (
        <div className="buttons">
          <button type="button" className="main" onClick={() => open('edit')}>
            {say.change}
          </button>
          {enabled && button(say.test, { method: 'POST', end: '/test' })}
          {pausedAt ? (
            <button type="button" disabled={change.isPending} onClick={resume}>
              {say.enable}
            </button>
          ) : (
            button(enabled ? say.pause : say.enable, { method: 'PATCH', body: { enabled: !enabled } })
          )}
          {enabled && (
            <button type="button" onClick={() => open('replay')}>
              {say.replay}
            </button>
          )}
          {button(say.rotate, { method: 'POST', end: '/secret' })}
          {until && button(say.endPrevious, { method: 'DELETE', end: '/previous_secret' })}
          <button type="button" onClick={() => open('remove')}>
            {say.remove}
          </button>
        </div>
      )}
      {opened === 'edit' && <WebhookForm webhook={webhook} list={list} close={close} />}
      {opened === 'replay' && <Replay path={path} since={missedSince} close={close} done={refresh} />}
      {opened === 'remove' && (
        <Dialog title={say.remove} close={close}>
          <DialogForm
            submit={say.remove}
            danger
            send={() => remove.mutate()}
            disabled={remove.isPending}
            error={remove.error}
            close={close}
          >
            <p>{say.removeHint}</p>
          </DialogForm>
        </Dialog>
      )}
    </section>
  );
}
