/** A server-sent event with JSON data. */
export interface ServerEvent {
  /** Empty for events without an id. */
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: data of any event
  readonly data: any;
}

/** Parses a stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), as the service sends it. */
export async function* serverEvents(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    const messages = text.split('\n\n');
    text = messages.pop() as string;
    for (const message of messages) yield parse(message);
  }
}

function parse(message: string): ServerEvent {
  const field = (name: string): string =>
    message
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? '';
  return { id: field('id'), event: field('event'), data: JSON.parse(field('data') || 'null') };
}
