import { outboxOnly } from '../../base/carrier.ts';
import { type SmtpServer, smtpServer } from '../../base/smtp-url.ts';
import type { Settings } from '../../config/settings.ts';
import type { Mailer } from './mailer.ts';
import { smtpMailer } from './smtp.ts';

type MailSettings = Pick<Settings, 'mode' | 'smtpUrl' | 'mailFrom'>;

/** The mailer of the settings, which were judged when they were read. Connects with the first mail only. */
export function openMailer({ smtpUrl, mailFrom }: MailSettings): Mailer {
  const server = smtpUrl === null ? undefined : smtpServer(smtpUrl);
  return server && mailFrom !== null ? smtpMailer({ server, from: mailFrom }) : outboxOnly;
}

/** Route of mail, for the log and the doctor: never with user or password. */
export function mailRoute({ mode, smtpUrl }: MailSettings): { state: 'ok' | 'warning'; detail: string } {
  const server = smtpUrl === null ? undefined : smtpServer(smtpUrl);
  if (server)
    return {
      state: 'ok',
      detail: `sent over ${server.secure ? 'smtps' : 'smtp'} through ${hostOf(server)}:${server.port}`,
    };
  const state = mode === 'production' ? 'warning' : 'ok';
  return { state, detail: 'kept in the outbox: no smtp-url is set' };
}

/** Host in an address: IPv6 in brackets. */
function hostOf({ host }: SmtpServer): string {
  return host.includes(':') ? `[${host}]` : host;
}
