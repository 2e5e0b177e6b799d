import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { createInterface } from 'node:readline';
import type { TestService } from '../../../testing/service.ts';
import type { Browser } from './browser.ts';

/** A message of a stream of server-sent events. */
interface ServerEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into data of any shape
  readonly data: any;
}

export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The next message; undefined after the last. */
  next(): Promise<ServerEvent | undefined>;
  close(): void;
}

/** Opens the stream of updates as an open page of a member does. */
export function openStream(service: Pick<TestService, 'baseUrl' | 'ca'>, browser: Browser): Promise<EventStream> {
  return openEvents(service, '/dashboard/api/events', { cookie: browser.cookie });
}

/** Opens a stream of server-sent events. */
export async function openEvents(
  service: Pick<TestService, 'baseUrl' | 'ca'>,
  path: string,
  more: Record<string, string>,
): Promise<EventStream> {
  const headers = { accept: 'text/event-stream', ...more };
  const asked = request(`${service.baseUrl}${path}`, { ca: service.ca, headers, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const messages = read(answer);
  return {
    status: answer.statusCode as number,
    headers: answer.headers,
    next: async () => (await messages.next()).value as ServerEvent | undefined,
    close: () => asked.destroy(),
  };
}

async function* read(answer: IncomingMessage): AsyncGenerator<ServerEvent> {
  let event = '';
  for await (const line of createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.startsWith('event: ')) event = line.slice(7);
    if (line.startsWith('data: ')) yield { event, data: JSON.parse(line.slice(6)) };
  }
}
