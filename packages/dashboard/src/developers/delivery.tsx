import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import { Chip } from '../value-display.tsx';
import { time, words } from '../words.ts';

export type Delivery = Answers['GET /accounts/{account}/{environment}/webhooks/{id}/deliveries']['deliveries'][number];

/** A delivery that expands to its request and the answer to each attempt. */
export function DeliveryRow({ delivery, resendable }: { delivery: Delivery; resendable: boolean }) {
  const place = usePlace();
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: () => ask('POST', `${pathOf(place)}/deliveries/${delivery.id}/resend`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['deliveries'] }),
  });
  const { developers: say } = words;
  const last = delivery.attempts.at(-1);
  return (
    <details className="panel">
      <summary>
        <Chip value={delivery.state} /> {delivery.event} {time(delivery.created_at)}
        {last && <span className="quiet"> {last.status ?? last.error}</span>}
      </summary>
      <p>
        {say.object} <code>{delivery.resource_id}</code>
      </p>
      {delivery.next_attempt_at && (
        <p>
          {say.nextAttempt} {time(delivery.next_attempt_at)}
        </p>
      )}
      <h3>{say.request}</h3>
      {delivery.sent === null ? <p className="quiet">{say.hidden}</p> : <Body text={delivery.sent} />}
      {delivery.attempts.map(({ number, at, status, latency_ms, error, response_head }) => (
        <section key={number}>
          <h3>
            {say.attempt} {number}: {status ?? say.noAnswer}
          </h3>
          <p className="quiet">
            {time(at)}, {latency_ms} ms
          </p>
          {error && <p>{error}</p>}
          {response_head && <Body text={response_head} />}
        </section>
      ))}
      {resend.error && <ErrorPanel error={resend.error} />}
      {resendable && (
        <div className="buttons">
          <button type="button" disabled={resend.isPending} onClick={() => resend.mutate()}>
            {say.resend}
          </button>
        </div>
      )}
    </details>
  );
}

/** A body as text, JSON with its lines. */
const Body = ({ text }: { text: string }) => {
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // It is not JSON, or the first part of one.
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard too
    <pre tabIndex={0}>{shown}</pre>
  );
};
