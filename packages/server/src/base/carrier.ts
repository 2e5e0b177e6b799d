/** Passes messages to their carrier: a mail server, a provider of text messages. */
export interface Carrier<Message> {
  /** False where none is set: messages then stay in the outbox, and `send` is never called. */
  readonly delivers: boolean;
  /**
   * Resolves once the message was taken. Rejects with `Refused` when it never will be, and with any other error when a
   * later attempt may do better.
   */
  send(message: Message): Promise<void>;
}

/** This message is refused permanently, and the message says why. */
export class Refused extends Error {}

/** The carrier where none is set. */
export const outboxOnly: Carrier<unknown> = {
  delivers: false,
  send: () => Promise.reject(new Error('No carrier is set')),
};
