import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { type EventName, eventNames } from '../../context/events.ts';
import { type Api, type ApiFlags, forApi, timeOfFlag, withApi } from '../api.ts';
import { postTo } from '../forward.ts';
import { CommandFailed, type Io, NoServer, TryAgain } from '../io.ts';
import { paint } from '../paint.ts';
import { printable, printableJson } from '../printable.ts';

interface ListenFlags extends ApiFlags {
  forwardTo?: string;
  events?: string;
  backfill?: string;
  printJson?: boolean;
}

/** Bytes of the secret that signs what is forwarded, as webhooks have them. */
const SECRET_BYTES = 24;

/** Milliseconds before a lost stream is opened again: the first, and the longest. */
const RETRY_MS = { first: 500, most: 10_000 } as const;

/** Ids that are remembered, to pass on each event once. */
const MOST_IDS = 10_000;

interface StreamedEvent {
  readonly id: string;
  readonly action: string;
  readonly object: { readonly id: string };
  readonly sequence: number | null;
  readonly created_at: string;
  readonly payload: object | null;
}

/** `bonafide listen`: events of the account as they happen, without a webhook. */
export function listenCommand(io: Io): Command {
  return forApi(
    new Command('listen').description('show events as they happen, and post them to a server on this machine'),
  )
    .option('--forward-to <address>', 'post each event to this address, signed like a delivery')
    .option('--events <names>', 'only these events, separated by commas')
    .option('--backfill <time>', 'also events since then: 2h, 7d, or an ISO 8601 time')
    .option('--print-json', 'print the payload of each event')
    .action((flags: ListenFlags) => withApi(flags, io, (api) => listen(api, flags, io)));
}

async function listen(api: Api, flags: ListenFlags, io: Io): Promise<void> {
  const forwardTo = flags.forwardTo === undefined ? undefined : addressOf(flags.forwardTo);
  const names = flags.events?.split(',').map((name) => name.trim());
  for (const name of names ?? []) {
    if (!eventNames.includes(name as EventName)) throw new CommandFailed(`There is no event "${name}"`);
  }
  const since = flags.backfill === undefined ? undefined : timeOfFlag(flags.backfill, '--backfill', Date.now());
  const token = randomBytes(SECRET_BYTES).toString('base64url');
  if (forwardTo !== undefined) io.err(`The secret of the signatures is ${token}`);
  const stopped = io.untilStopped?.() ?? new AbortController().signal;
  const seen = new Set<string>();
  const show = shower(flags, io);
  for await (const event of eventsOf(api, since, io, stopped)) {
    if (seen.has(event.id) || (names && !names.includes(event.action))) continue;
    seen.add(event.id);
    if (seen.size > MOST_IDS) seen.delete(seen.values().next().value as string);
    const answer = forwardTo === undefined ? undefined : await postTo(forwardTo, token, event, stopped);
    show(event, answer);
  }
}

/** The events of the account until the command is stopped. A lost stream is opened again, where it was. */
async function* eventsOf(
  api: Api,
  since: string | undefined,
  io: Io,
  stopped: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  let lastId = '';
  let isOpen = false;
  for (let wait: number = RETRY_MS.first; !stopped.aborted; ) {
    const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`;
    try {
      const messages = await api.stream(`/events/stream${query}`, lastId ? { 'last-event-id': lastId } : {}, stopped);
      for await (const { id, event, data } of messages) {
        wait = RETRY_MS.first;
        if (event === 'ready' && !isOpen) io.err('Ready. Press Ctrl-C to stop');
        if (event === 'ready') isOpen = true;
        if (event === 'event') yield data as StreamedEvent;
        // Signs of life have ids, too: a stream that is opened again continues after them.
        lastId = id;
      }
    } catch (error) {
      if (stopped.aborted) return;
      // An address or token that never worked is the person's to correct.
      const mayPass = error instanceof NoServer || error instanceof TryAgain || !(error instanceof CommandFailed);
      if (!isOpen || !mayPass) throw error;
      io.err('The connection is lost. Trying again …');
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, RETRY_MS.most);
    }
  }
}

function addressOf(text: string): string {
  const address = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw new CommandFailed(`"${text}" is not an address for --forward-to. Write http://localhost:3000/webhooks`);
}

type Posted = Awaited<ReturnType<typeof postTo>>;

/** Returns the function that prints an event and the answer to it. */
function shower({ json, printJson }: ListenFlags, io: Io) {
  return ({ id, action, object, created_at, payload, sequence }: StreamedEvent, answer: Posted | undefined): void => {
    if (json) {
      const forwarded = answer && { status: answer.status, ms: answer.ms, error: answer.error };
      const line = {
        time: created_at,
        event: action,
        id,
        object_id: object.id,
        sequence,
        forwarded: forwarded ?? null,
      };
      io.out(printableJson({ ...line, ...(printJson && { payload }) }, 0));
      return;
    }
    const isTaken = answer?.status !== null && answer?.status !== undefined && answer.status < 300;
    const said = answer && `${answer.status ?? answer.error}`;
    const outcome = answer && `  ${paint(io, isTaken ? 'green' : 'red', printable(said ?? ''))}  ${answer.ms} ms`;
    io.out(`${created_at.slice(11, 19)}  ${action.padEnd(24)}  ${object.id}  ${id}${outcome ?? ''}`);
    if (printJson) io.out(printableJson(payload));
  };
}
