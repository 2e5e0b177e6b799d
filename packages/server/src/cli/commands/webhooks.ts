import { Command } from 'commander';
import { type ApiFlags, forApi, withApi } from '../api.ts';
import type { Io } from '../io.ts';
import { printable, printableJson } from '../printable.ts';

/** `bonafide webhooks`: webhooks of the account of an API token. */
export function webhooksCommand(io: Io): Command {
  const webhooks = new Command('webhooks').description('webhooks of your account');

  forApi(webhooks.command('test').description("send check.completed of a check that doesn't exist to a webhook"))
    .argument('<webhook id>')
    .action((id: string, flags: ApiFlags) =>
      withApi(flags, io, async (api) => {
        const sent = await api.call('POST', `/webhooks/${encodeURIComponent(id)}/test`);
        io.out(
          flags.json
            ? printableJson(sent)
            : `Test event ${printable(sent.event_id)} queued. Your receiver gets this id as webhook-id.`,
        );
      }),
    );
  return webhooks;
}
