import type { Transporter } from 'nodemailer';
import { Refused } from '../../base/carrier.ts';
import { isAddress } from '../../base/mail-address.ts';
import type { SmtpServer } from '../../base/smtp-url.ts';
import type { Mailer, Message } from './mailer.ts';

/** Bounds on each step, milliseconds: a server that is there answers within seconds. */
const STEPS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 20_000,
  socketTimeout: 30_000,
} as const;

/** Bound on the whole, milliseconds, against a server that answers each step just in time. */
const WHOLE_MS = 60_000;

/** Bytes of an answer that are kept in memory: servers answer briefly. */
const ANSWER_BYTES = 64 * 1024;

/** The commands whose permanent refusal is about the recipient or the message, not about us and our settings. */
const JUDGES_MESSAGE = new Set(['RCPT TO', 'DATA']);

interface SmtpError extends Error {
  command?: string;
  responseCode?: number;
}

export interface SmtpOptions {
  readonly server: SmtpServer;
  /** `address` or `Name <address>`. */
  readonly from: string;
  /** Milliseconds that one message may take. */
  readonly timeoutMs?: number;
}

/** Sends each mail over a connection of its own, which is closed after it. */
export function smtpMailer({ server, from, timeoutMs = WHOLE_MS }: SmtpOptions): Mailer {
  let transport: Promise<Transporter> | undefined;
  const address = from.replace(/^.*<([^>]*)>$/, '$1');
  const domain = address.replace(/^.*@/, '');
  return {
    delivers: true,
    async send({ id, to, subject, text, html, from_name, reply_to }: Message) {
      // Judged at the door already. Behind this one a line break is a header, and a comma a person more.
      if (!isAddress(to)) throw new Refused('The recipient is not an e-mail address');
      // Loaded with the first mail: most processes never send one.
      transport ??= open(server);
      try {
        await (await transport).sendMail({
          // As an object, a name is encoded and quoted, whatever it holds.
          from: from_name ? { name: from_name, address } : from,
          ...(reply_to && isAddress(reply_to) ? { replyTo: { name: '', address: reply_to } } : {}),
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          // Asks out-of-office robots for silence (RFC 3834, 5).
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
          signal: AbortSignal.timeout(timeoutMs),
        });
      } catch (error) {
        throw isRefusal(error as SmtpError) ? new Refused((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

async function open({ host, port, secure, requireTls, auth }: SmtpServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure,
    requireTLS: requireTls,
    ...STEPS,
    ...(auth === null ? {} : { auth: { ...auth } }),
    maxResponseSize: ANSWER_BYTES,
    // No mail of ours has parts from elsewhere, so no text may make the service fetch any.
    disableFileAccess: true,
    disableUrlAccess: true,
    attachDataUrls: false,
  });
}

/** RFC 5321, 4.2.1: a reply of 500 to 599 is permanent, so that the same message would only be refused again. */
function isRefusal({ command, responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && responseCode <= 599 && JUDGES_MESSAGE.has(command ?? '');
}
