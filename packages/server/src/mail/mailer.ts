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

/** Hands mail to whoever carries it. */
export interface Mailer {
  /** False where no mail server is set: mail then stays in the outbox, and `send` is never called. */
  readonly delivers: boolean;
  /**
   * Resolves once the mail server has taken the message. Rejects with `MailRefused` when it never will, and with any
   * other error when a later attempt may do better.
   */
  send(message: Message): Promise<void>;
}

/** The mail server refuses this message for good, and says why. */
export class MailRefused extends Error {}

/** What stands for a mail server where none is set. */
export const outboxOnly: Mailer = {
  delivers: false,
  send: () => Promise.reject(new Error('No mail server is set')),
};
