import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface LogFlags extends OfAccount {
  webhook?: string;
  before?: string;
  limit: string;
}

interface Delivery extends Record<string, unknown> {
  attempts: Record<string, unknown>[];
}

/** A line for each attempt, or one for a delivery that has none yet. */
function lines({ deliveries }: { deliveries: Delivery[] }): Record<string, unknown>[] {
  return deliveries.flatMap(({ attempts, ...delivery }) =>
    (attempts.length > 0 ? attempts : [{}]).map((attempt) => ({
      ...delivery,
      attempt: attempt.number,
      at: attempt.at,
      status: attempt.status,
      ms: attempt.latency_ms,
      answer: attempt.error ?? attempt.response_head,
    })),
  );
}

/** `bonafide webhook`: the delivery log. */
export function webhookCommand(io: Io): Command {
  const webhook = new Command('webhook').description('deliveries to webhooks');
  const columns = ['id', 'webhook_id', 'event', 'state', 'attempt', 'at', 'status', 'ms', 'next_attempt_at', 'answer'];

  ofAccount(webhook.command('deliveries').description('show the delivery log, newest first'))
    .option('--webhook <id>', 'only deliveries to this webhook')
    .option('--before <id>', 'only deliveries older than the delivery with this id')
    .option('--limit <n>', 'maximum number of deliveries', '20')
    .action((flags: LogFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ limit: flags.limit });
          if (flags.before) query.set('before', flags.before);
          if (flags.webhook) query.set('webhook_id', flags.webhook);
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/deliveries?${query}`);
        },
        (log) => table(columns, lines(log)),
      ),
    );

  ofAccount(webhook.command('resend').description('send a delivery again, with the same bytes'))
    .argument('<delivery id>')
    .action((delivery_id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) =>
          operator.call('POST', `/accounts/${await operator.account(flags.account)}/deliveries`, { delivery_id }),
        facts,
      ),
    );
  return webhook;
}
