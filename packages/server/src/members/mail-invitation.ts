import { light } from '../../../web-sdk/src/ui/tokens.ts';
import { plain } from '../base/bidi.ts';
import { html } from '../base/html.ts';
import type { Services } from '../context/services.ts';
import { invitationUrl, noteMailed } from './invitations.ts';

/** Recipient and content of an invitation mail. */
export interface InvitationMail {
  readonly email: string;
  readonly accountName: string;
  readonly secret: string;
  readonly kind: 'member' | 'reset';
}

/** Way in which an invitation reaches its person. */
export interface HandedOver {
  /** True if a mail server has taken it. */
  readonly mailed: boolean;
  /** URL for the inviter to pass on; null if it was mailed. */
  readonly invitation_url: string | null;
}

/** Mails an invitation. Without a mail server, or where that refuses, the inviter gets the address and passes it on. */
export async function handOver(services: Services, invitation: InvitationMail): Promise<HandedOver> {
  const { ids, log, mailer } = services;
  const byHand = { mailed: false, invitation_url: invitationUrl(services, invitation.secret) };
  if (!mailer.delivers) return byHand;
  // Before the mail leaves: who opens it at once has proved the address.
  await noteMailed(services, invitation.secret, true);
  try {
    await mailer.send({ id: ids.uuid(), to: invitation.email, ...letter(services, invitation) });
    return { mailed: true, invitation_url: null };
  } catch (error) {
    log.warn({ err: error }, 'the mail of an invitation was not sent');
    await noteMailed(services, invitation.secret, false);
    return byHand;
  }
}

function letter(services: Services, { accountName, secret, kind }: InvitationMail) {
  const account = plain(accountName);
  const url = invitationUrl(services, secret);
  const subject =
    kind === 'member' ? `You are invited to Bonafide for ${account}` : `Set a new password for Bonafide at ${account}`;
  const asks =
    kind === 'member'
      ? `An administrator invites you to the Bonafide dashboard of ${account}.`
      : `An administrator of ${account} lets you set a new way to sign in to the Bonafide dashboard.`;
  const closing =
    'The address works once, for 72 hours. Do not pass it on. If you did not expect it, ignore this mail.';
  return {
    subject,
    text: `${asks}\n\n${url}\n\n${closing}\n`,
    html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:${light.text};background:${light.page}">
<p>${asks}</p>
<p><a href="${url}">Open the dashboard</a></p>
<p style="word-break:break-all">${url}</p>
<p style="color:${light.quiet}">${closing}</p>
</body></html>`.toString(),
  };
}
