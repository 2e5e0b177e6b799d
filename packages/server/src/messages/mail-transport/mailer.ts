import type { Carrier } from '../../base/carrier.ts';

/** One mail to one person. */
export interface Message {
  /** Of the mail as we keep it. A mail that is sent twice after a crash keeps its `Message-ID`. */
  readonly id: string;
  /** The address alone, without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Shown as the name of the sender, whose address stays that of the settings; absent: the name of the settings. */
  readonly from_name?: string;
  /** The address for answers; absent or null: that of the sender. */
  readonly reply_to?: string | null;
}

/** Hands mail to a mail server. */
export type Mailer = Carrier<Message>;

declare module '../../context/services.ts' {
  interface Services {
    readonly mailer: Mailer;
  }
}
