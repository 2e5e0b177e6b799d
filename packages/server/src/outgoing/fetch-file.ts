import type { Dispatcher } from 'undici';

export interface FileRequest {
  readonly url: string;
  /** Dispatcher from `outgoingAgent`, which decides where the request may go. */
  readonly dispatcher: Dispatcher;
  /** Milliseconds until the last byte. */
  readonly timeoutMs: number;
  /** Bytes; a larger file is refused. */
  readonly largest: number;
  /** Body that is posted for the file; without it the file is requested by GET. */
  readonly post?: { readonly type: string; readonly body: Uint8Array };
}

/** The file, or why there is none, in words that follow "the address". */
export type FetchedFile = { readonly bytes: Buffer } | { readonly failed: string };

/** Fetches a file once, by GET or as the answer to a POST, without following redirects. */
export async function fetchFile({ url, dispatcher, timeoutMs, largest, post }: FileRequest): Promise<FetchedFile> {
  const tooLarge = { failed: `has more than ${largest} bytes` };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const { origin, pathname, search } = new URL(url);
    const { statusCode, body } = await dispatcher.request({
      origin,
      path: pathname + search,
      method: post ? 'POST' : 'GET',
      body: post?.body ?? null,
      headers: { 'user-agent': 'Bonafide', ...(post && { 'content-type': post.type }) },
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // What breaks off later is read by nobody.
    body.on('error', () => {});
    const parts: Buffer[] = [];
    let size = 0;
    try {
      if (statusCode !== 200) return { failed: `answered ${statusCode}` };
      for await (const part of body) {
        parts.push(part);
        size += part.length;
        if (size > largest) return tooLarge;
      }
    } finally {
      body.destroy();
    }
    return { bytes: Buffer.concat(parts) };
  } catch (error) {
    return { failed: signal.aborted ? 'did not answer in time' : `could not be reached: ${(error as Error).message}` };
  }
}
