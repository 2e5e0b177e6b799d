/** One text message to one phone. */
export interface TextMessage {
  /** Of the message as we keep it: one that is sent twice after a crash keeps it. */
  readonly id: string;
  /** E.164, with the plus. */
  readonly to: string;
  readonly text: string;
}

/** Hands text messages to whoever carries them. */
export interface SmsProvider {
  /** False where none is set: messages then stay in the outbox, and `send` is never called. */
  readonly delivers: boolean;
  /**
   * Resolves once the provider has taken the message. Rejects with `SmsRefused` when it never will, and with any other
   * error when a later attempt may do better.
   */
  send(message: TextMessage): Promise<void>;
}

/** The provider refuses this message for good, and says why. */
export class SmsRefused extends Error {}

/** What stands for a provider where none is set. */
export const outboxOnly: SmsProvider = {
  delivers: false,
  send: () => Promise.reject(new Error('No provider of text messages is set')),
};
