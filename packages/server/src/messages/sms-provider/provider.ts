import type { Carrier } from '../../base/carrier.ts';

/** One text message to one phone. */
export interface TextMessage {
  /** Id of the stored message: one that is sent twice after a crash keeps it. */
  readonly id: string;
  /** E.164, with the plus. */
  readonly to: string;
  readonly text: string;
}

/**
 * Hands text messages to a provider.
 *
 * @example
 * import type { SmsProvider } from './provider.ts';
 *
 * const outbox: string[] = [];
 * const provider: SmsProvider = {
 *   delivers: true,
 *   async send({ to, text }) {
 *     outbox.push(`${to}: ${text}`);
 *   },
 * };
 * provider.delivers; // true
 */
export type SmsProvider = Carrier<TextMessage>;

declare module '../../context/services.ts' {
  interface Services {
    readonly sms: SmsProvider;
  }
}
