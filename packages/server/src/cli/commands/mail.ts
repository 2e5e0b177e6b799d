import { facts } from '../table.ts';
import type { Outbox } from './outbox.ts';

/** Text without the characters that could steer the terminal. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n]+/gu, ' ');
}

/** `bonafide mails`, `bonafide mail`. */
export const mailOutbox: Outbox = {
  one: 'mail',
  all: 'mails',
  what: 'mail',
  a: 'a mail',
  columns: ['id', 'created_at', 'to', 'subject', 'state'],
  showHelp: 'show a mail with its text, which may contain the link to a form',
  shown: ({ text, html: _, ...rest }) => `${facts(rest)}\n\n${printable(String(text))}`,
};
