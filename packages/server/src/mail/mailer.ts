import type { Carrier } from '../base/carrier.ts';

/** One mail to one person. */
export interface Message {
  /** Of the mail as we keep it. A mail that is sent twice after a crash keeps its `Message-ID`. */
  readonly id: string;
  /** The address alone, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands mail to a mail server. */
export type Mailer = Carrier<Message>;
