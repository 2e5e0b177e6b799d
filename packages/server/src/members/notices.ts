import { light } from '../../../web-sdk/src/ui/tokens.ts';
import { DAY_MS, isoSeconds, MINUTE_MS } from '../base/clock.ts';
import { html } from '../base/html.ts';
import type { Services } from '../context/services.ts';
import { userAgentFacts } from '../reports/live/user-agent.ts';
import {
  insertMemberNotice,
  noteNoticeSent,
  noticesOfMember,
  takeNotice,
  unsentNotices,
} from '../store/queries/member-notices.ts';
import type { MemberNoticeRow } from '../store/schema.ts';
import type { SystemTx } from '../store/store.ts';
import { openForMember, sealForMember } from './member.ts';

/** Subject and text of mails to a member. */
const letters = {
  new_device: [
    'New sign-in to your Bonafide dashboard',
    'A browser that you have not used before has signed in as you.',
  ],
  password_changed: ['Your Bonafide password was changed', 'The password for your Bonafide dashboard was changed.'],
  codes_on: ['One-time codes were turned on', 'You now sign in to the Bonafide dashboard with one-time codes.'],
  codes_off: ['One-time codes were turned off', 'You sign in to the Bonafide dashboard without one-time codes now.'],
  recovery_codes_made: [
    'Your recovery codes were replaced',
    'New recovery codes were created. Your earlier codes no longer work.',
  ],
  passkey_added: ['A passkey was added', 'A passkey was added. It can sign in to the Bonafide dashboard as you.'],
  passkey_removed: [
    'A passkey was removed',
    'A passkey was removed. It can no longer sign in to the Bonafide dashboard as you.',
  ],
  provider_linked: [
    'Your organisation now signs you in to Bonafide',
    "A login at your organisation's sign-in provider was linked to you because it has your e-mail address.",
  ],
  provider_replaced: [
    'Your organisation now signs you in to Bonafide',
    "A login at your organisation's sign-in provider was linked to you because it has your e-mail address. You had not confirmed that " +
      'the address is yours, so your earlier ways to sign in no longer work.',
  ],
  joined: [
    'You joined another account of Bonafide',
    'You accepted an invitation. You can now open another account in the Bonafide dashboard.',
  ],
  reset: [
    'Your ways to sign in to Bonafide were reset',
    'An invitation to reset your sign-in was used. Your earlier ways to sign in no longer work.',
  ],
} as const;

export type NoticeKind = keyof typeof letters;

/** Device from which a change was made. */
interface From {
  readonly userAgent: string;
  readonly address: string;
}

/** Text of a mail, and the address of the page where the member acts on it. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly url: string;
}

/** Sealed data of a notice: the address that the member had then, and the device of the change or the letter about an account. */
type Kept = { readonly to: string } & (From | { readonly letter: Letter });

/** Kind of notices about an account, which have a letter of their own. */
const ABOUT_ACCOUNT = 'account';

/** Kind of notices about notes that mention the member. They would crowd out notices about signing in, and have a page of their own. */
const MENTION = 'mention';

/** A notice as its member sees it. Times are Unix milliseconds. */
export interface MemberNotice {
  readonly id: string;
  readonly subject: string;
  /** Browser and system of the change; null for mail about an account. */
  readonly device: string | null;
  /** Network address of the change; null for mail about an account. */
  readonly address: string | null;
  readonly created_at: number;
  /** Time at which a mail server has taken it; null if none has. */
  readonly sent_at: number | null;
}

/** Maximum number of notices that a member sees. */
const SHOWN = 20;

/** Notices that are sent again at once. */
const PAGE = 100;

/** Milliseconds in which a mail server that fails is tried again; a later mail would come too late to be useful. */
const TRIED_MS = 3 * DAY_MS;

/** Milliseconds after which none is still sending what it took: a mail is given up after one minute. */
const SENDING_MS = 2 * MINUTE_MS;

/** Milliseconds for which notices are kept. */
export const NOTICE_KEPT_MS = 90 * DAY_MS;

/** The browser and system of a user agent, such as `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const { browser, os } = userAgentFacts(userAgent);
  return [browser, os].filter(Boolean).join(' on ') || 'Unknown device';
}

/** Recipient and subject of a notice. */
export interface Noticed {
  readonly member: { readonly id: string; readonly email: string };
  readonly kind: NoticeKind;
  readonly from: From;
}

/** A notice of a member's action in a session. */
export const noticeOf = ({ member, ...from }: From & Pick<Noticed, 'member'>, kind: NoticeKind): Noticed => ({
  member,
  kind,
  from,
});

/**
 * Changes in one transaction how a member signs in, and keeps a mail to them with it. The mail leaves beside the answer; upkeep
 * sends it again where the mail server fails. It has no secret.
 */
export async function changeWithNotice<T>(
  services: Services,
  noticed: Noticed,
  work: (tx: SystemTx) => Promise<T>,
): Promise<T> {
  const { done, row } = await services.store.transaction(async (tx) => ({
    done: await work(tx),
    row: await keepNotice(services, tx, noticed),
  }));
  sendBeside(services, row);
  return done;
}

/** Keeps a notice in the transaction of its change; `sendBeside` sends it after the commit. */
export async function keepNotice(
  services: Services,
  tx: SystemTx,
  { member, kind, from: { userAgent, address } }: Noticed,
): Promise<MemberNoticeRow> {
  return keep(services, tx, member.id, kind, { to: member.email, userAgent, address });
}

/** Keeps a mail about an account in the transaction of its cause; `sendBeside` sends it after the commit. */
export function keepAccountNotice(
  services: Services,
  tx: SystemTx,
  { member, letter }: Pick<Noticed, 'member'> & { readonly letter: Letter },
): Promise<MemberNoticeRow> {
  return keep(services, tx, member.id, ABOUT_ACCOUNT, { to: member.email, letter });
}

/** Keeps a mail about a note that mentions the member in the transaction of the note; `sendBeside` sends it after the commit. */
export function keepMentionNotice(
  services: Services,
  tx: SystemTx,
  { member, letter }: Pick<Noticed, 'member'> & { readonly letter: Letter },
): Promise<MemberNoticeRow> {
  return keep(services, tx, member.id, MENTION, { to: member.email, letter });
}

async function keep(services: Services, tx: SystemTx, member_id: string, kind: string, kept: Kept) {
  const id = services.ids.uuid();
  const now = services.clock.now();
  const data = sealForMember(services, id, kept);
  const row = { id, member_id, kind, created_at: now, sent_at: null, tried_at: now, data };
  await tx.run(insertMemberNotice, row);
  return row;
}

/** Sends a notice without keeping its cause waiting. */
export function sendBeside(services: Services, row: MemberNoticeRow): void {
  send(services, row).catch((err: unknown) => services.log.warn({ err }, 'a mail to a member was not sent'));
}

/** Sends notices of the last days that no mail server has taken. Several processes may do it at once. */
export async function sendKeptNotices(services: Services): Promise<void> {
  const { clock, mailer, store } = services;
  if (!mailer.delivers) return;
  const now = clock.now();
  for (const row of await store.system.all(unsentNotices, { since: now - TRIED_MS, limit: PAGE })) {
    const taken = { id: row.id, tried_at: now, before: now - SENDING_MS };
    if ((await store.transaction((tx) => tx.run(takeNotice, taken))) > 0) sendBeside(services, row);
  }
}

async function send(services: Services, row: MemberNoticeRow): Promise<void> {
  const { clock, mailer, store } = services;
  if (!mailer.delivers) return;
  const kept = openForMember<Kept>(services, row.id, row.data);
  await mailer.send({ id: row.id, to: kept.to, ...letterOf(services, row, kept) });
  await store.transaction((tx) => tx.run(noteNoticeSent, { id: row.id, sent_at: clock.now() }));
}

/** The newest notices of a member, without those about mentions. */
export async function noticesOf(services: Services, member_id: string): Promise<MemberNotice[]> {
  const rows = await services.store.system.all(noticesOfMember, { member_id, except: MENTION, limit: SHOWN });
  return rows.map((row) => {
    const kept = openForMember<Kept>(services, row.id, row.data);
    const sent_at = row.sent_at === null ? null : Number(row.sent_at);
    const from =
      'letter' in kept
        ? { subject: kept.letter.subject, device: null, address: null }
        : { subject: letters[row.kind as NoticeKind][0], device: deviceName(kept.userAgent), address: kept.address };
    return { id: row.id, ...from, created_at: Number(row.created_at), sent_at };
  });
}

function letterOf({ urls }: Services, row: MemberNoticeRow, kept: Kept) {
  const { subject, paragraphs, url } = 'letter' in kept ? kept.letter : letterOfChange(row, kept, urls.dashboard);
  return {
    subject,
    text: `${[...paragraphs, url].join('\n\n')}\n`,
    html: html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:${light.text};background:${light.page}">
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}<p><a href="${url}">${url}</a></p>
</body></html>`.toString(),
  };
}

function letterOfChange(row: MemberNoticeRow, { userAgent, address }: From, url: string): Letter {
  const [subject, happened] = letters[row.kind as NoticeKind];
  const facts = `${deviceName(userAgent)}, address ${address}, ${isoSeconds(Number(row.created_at))}.`;
  const advice =
    'If that was you, ignore this mail. If not, sign in, change your password, and end the session under your name. ' +
    'If you can’t sign in, ask your administrator.';
  return { subject, paragraphs: [happened, facts, advice], url };
}
