import { facts } from '../table.ts';
import type { Outbox } from './outbox.ts';

/** `bonafide messages`, `bonafide message`. */
export const messageOutbox: Outbox = {
  one: 'message',
  all: 'messages',
  what: 'text messages',
  a: 'a text message',
  columns: ['id', 'created_at', 'to', 'state', 'error'],
  showHelp: 'show a text message, which may contain a capture link',
  shown: ({ text, ...rest }) => `${facts(rest)}\n\n${text}`,
};
