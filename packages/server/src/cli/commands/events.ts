import { Command } from 'commander';
import { type Api, type ApiFlags, forApi, timeOfFlag, withApi } from '../api.ts';
import type { Io } from '../io.ts';
import { printableJson } from '../printable.ts';
import { table } from '../table.ts';

interface ListFlags extends ApiFlags {
  type?: string;
  object?: string;
  since?: string;
  until?: string;
  limit: string;
}

interface ReplayFlags extends ApiFlags {
  since: string;
  until?: string;
  type?: string;
  to?: string;
}

/** `bonafide events`: the events of the last 30 days. */
export function eventsCommand(io: Io): Command {
  const events = new Command('events').description('events of the last 30 days');

  forApi(events.command('list').description('list events, newest first'))
    .option('--type <event>', 'only this event, such as check.completed')
    .option('--object <id>', 'only events of this check, report or other object')
    .option('--since <time>', 'only events since then: 2h, 7d, or an ISO 8601 time')
    .option('--until <time>', 'only events before then')
    .option('--limit <n>', 'maximum number of events, 1 to 100', '20')
    .action((flags: ListFlags) =>
      withApi(flags, io, async (api) => {
        const query = new URLSearchParams({ limit: flags.limit, ...timesOf(flags) });
        if (flags.type) query.set('action', flags.type);
        if (flags.object) query.set('object_id', flags.object);
        const answer = await api.call('GET', `/events?${query}`);
        io.out(flags.json ? printableJson(answer) : table(COLUMNS, answer.events.map(rowOf)));
      }),
    );

  forApi(events.command('replay').description('deliver events to webhooks again, oldest first, each once'))
    .requiredOption('--since <time>', 'events since then: 2h, 7d, or an ISO 8601 time')
    .option('--until <time>', 'events before then; default: now')
    .option('--type <event>', 'only this event, such as check.completed')
    .option('--to <webhook id>', 'only to this webhook; default: to all that subscribe to the event')
    .action((flags: ReplayFlags) =>
      withApi(flags, io, async (api) => {
        const replayed = await replay(api, flags);
        const { events, deliveries, skipped, retrying } = replayed;
        const left = skipped > 0 ? ` ${skipped} skipped, because their applicants are deleted.` : '';
        const open = retrying > 0 ? ` ${retrying} left out, because they are still being retried.` : '';
        io.out(
          flags.json ? printableJson(replayed) : `${events} events queued, ${deliveries} deliveries.${left}${open}`,
        );
      }),
    );
  return events;
}

const COLUMNS = ['created_at', 'action', 'object', 'status', 'sequence', 'id'];

interface ListedEvent {
  readonly object: { readonly id: string; readonly status: string | null };
}

const rowOf = ({ object, ...event }: ListedEvent) => ({ ...event, object: object.id, status: object.status });

function timesOf({ since, until }: { since?: string; until?: string }) {
  const now = Date.now();
  return {
    ...(since !== undefined && { since: timeOfFlag(since, '--since', now) }),
    ...(until !== undefined && { until: timeOfFlag(until, '--until', now) }),
  };
}

async function replay(api: Api, flags: ReplayFlags) {
  const body = {
    ...timesOf(flags),
    ...(flags.type && { action: flags.type }),
    ...(flags.to && { webhook_id: flags.to }),
  };
  const total = { events: 0, deliveries: 0, skipped: 0, retrying: 0 };
  for (let cursor: string | undefined; ; ) {
    const page = await api.call('POST', '/events/replay', { json: { ...body, ...(cursor && { cursor }) } });
    total.events += page.events;
    total.deliveries += page.deliveries;
    total.skipped += page.skipped;
    total.retrying += page.retrying;
    if (page.next === null) return total;
    cursor = page.next;
  }
}
