import type { Carrier } from '../../base/carrier.ts';

/** One mail to one person. */
export interface Message {
  /** Id of the stored mail. A mail that is sent twice after a crash keeps its `Message-ID`. */
  readonly id: string;
  /** The address alone, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Name of the sender, whose address stays the one in the settings; default: the settings' name. */
  readonly from_name?: string;
  /** Address for answers; default: the sender's. */
  readonly reply_to?: string | null;
}

/**
 * Hands mail to a mail server.
 *
 * @example
 * import type { Mailer } from './mailer.ts';
 *
 * const outbox: string[] = [];
 * const mailer: Mailer = {
 *   delivers: true,
 *   async send({ to, subject }) {
 *     outbox.push(`${to}: ${subject}`);
 *   },
 * };
 * mailer.delivers; // true
 */
export type Mailer = Carrier<Message>;

declare module '../../context/services.ts' {
  interface Services {
    readonly mailer: Mailer;
  }
}
