import { Agent } from 'undici';
import { Refused } from '../../base/carrier.ts';
import { postOnce } from '../../outgoing/post.ts';
import type { SmsProvider } from './provider.ts';
import { fillBody, fillUrl } from './template.ts';

export interface HttpSmsOptions {
  /** Template of the address. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Template of the body. */
  readonly body: string;
}

/** Requests to the provider at once; what comes more waits. */
const CONNECTIONS = 8;

/** Statuses of 4xx that are temporary and do not concern the message. */
const TEMPORARY = new Set([408, 425, 429]);

/**
 * A provider that takes a message by an HTTP POST, as most do: address, headers and body come from the settings. Any 2xx
 * has taken the message; another 4xx refuses it permanently. The operator chose the address, so it may be anywhere.
 */
export function httpSmsProvider({ url, headers, body }: HttpSmsOptions): SmsProvider {
  let dispatcher: Agent | undefined;
  return {
    delivers: true,
    async send(message) {
      // No connection stays open between two messages, so there is nothing to close.
      dispatcher ??= new Agent({ connections: CONNECTIONS, pipelining: 0 });
      const answer = await postOnce({
        url: fillUrl(url, message),
        headers: { ...headers },
        body: fillBody(body, message, headers['content-type'] ?? ''),
        dispatcher,
      });
      if ('error' in answer) throw new Error(answer.message);
      const { status, responseHead } = answer;
      if (status >= 200 && status < 300) return;
      const isRefusal = status >= 400 && status < 500 && !TEMPORARY.has(status);
      throw new (isRefusal ? Refused : Error)(`${status} ${responseHead}`.trim());
    },
  };
}
