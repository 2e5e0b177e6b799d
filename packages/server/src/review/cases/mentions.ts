import { existingApplicant } from '../../applicants/get.ts';
import { plain } from '../../base/bidi.ts';
import { invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { verdictOn } from '../../context/permissions.ts';
import { type Member, toMember } from '../../members/member.ts';
import { memberNames } from '../../members/names.ts';
import { keepMentionNotice } from '../../members/notices.ts';
import {
  countUnreadMentions,
  findCaseEntry,
  insertCaseMention,
  mentionsOfMember,
  readMentions,
} from '../../store/queries/case-mentions.ts';
import { listMembersOf } from '../../store/queries/members.ts';
import type { MemberNoticeRow } from '../../store/schema.ts';
import type { ScopedTx, SystemReader } from '../../store/store.ts';
import { noteUpdate } from '../../updates/note.ts';
import { withoutHidden } from '../second-looks/hidden.ts';
import { authorIdOf, type CaseEntryData } from './entry.ts';

/** Maximum number of members whom one note mentions. */
const MOST_MENTIONS = 20;

/** Mentions that a member sees, the newest. */
const SHOWN = 100;

/** A member whom a note mentions, with the name that the member had then. */
export interface Mentioned {
  readonly id: string;
  readonly name: string;
}

/** The members who may see cases of the environment, the earliest first. */
export async function mentionable(ctx: Ctx, read: SystemReader): Promise<Member[]> {
  const { account, environment, services } = ctx;
  const rows = await read.all(listMembersOf, { account_id: account.id });
  const may = { environment, settings: account.settings, proved: false };
  return rows
    .filter(({ role, disabled_at }) => disabled_at === null && verdictOn('data.see', { role, ...may }) === 'permitted')
    .map((row) => toMember(services, row));
}

/** A letter, mark or digit. A name that continues is another name: `@Anna` does not mention Ann. */
const WORD = /[\p{L}\p{M}\p{N}_]/u;

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/**
 * Members whose name follows an `@` in a note. The longest name counts, in upper or lower case. Members of the same name are all
 * mentioned, since nobody could tell them apart.
 */
function mentionsIn<M extends Pick<Member, 'name'>>(note: string, members: readonly M[]): M[] {
  const text = folded(note);
  const found = new Set<M>();
  for (const { index } of text.matchAll(/@/g)) {
    // The address `rita@example.com` mentions nobody.
    if (index > 0 && WORD.test(text[index - 1] as string)) continue;
    const rest = text.slice(index + 1);
    const named = members.filter(({ name }) => {
      const wanted = folded(name);
      return wanted !== '' && rest.startsWith(wanted) && !WORD.test(rest.charAt(wanted.length));
    });
    const longest = Math.max(...named.map(({ name }) => name.length));
    for (const member of named) if (member.name.length === longest) found.add(member);
  }
  return [...found];
}

/** Members other than the author whom a note mentions. Throws `validation_error` for more than 20. */
export async function mentionedBy(ctx: Ctx, tx: ScopedTx, note: string): Promise<Member[]> {
  if (!note.includes('@')) return [];
  const members = (await mentionable(ctx, tx.system)).filter(({ id }) => id !== ctx.principal.id);
  const mentioned = mentionsIn(note, members);
  if (mentioned.length > MOST_MENTIONS) throw invalid({ note: [`mentions more than ${MOST_MENTIONS} members`] });
  return mentioned;
}

/**
 * Notes the mentions of an entry in its transaction, and keeps a mail to each member, which `sendBeside` sends after the commit. The mail
 * says neither whose case it is nor what the note says.
 */
export async function noteMentions(
  ctx: Ctx,
  tx: ScopedTx,
  { applicant_id, entry_id, members }: { applicant_id: string; entry_id: string; members: readonly Member[] },
): Promise<MemberNoticeRow[]> {
  if (members.length === 0) return [];
  const { services, account, environment, principal } = ctx;
  const author = (await memberNames(services, [principal.id])).get(principal.id) ?? 'An operator';
  const letter = {
    subject: `${plain(author)} mentioned you in a case`,
    paragraphs: [
      `${plain(author)} mentioned you in a note on a case of ${plain(account.name)}.`,
      'Sign in to the dashboard to read the note.',
    ],
    url: `${services.urls.dashboard}/accounts/${account.id}/${environment}/applicants/${applicant_id}`,
  };
  const kept: MemberNoticeRow[] = [];
  for (const member of members) {
    const id = services.ids.uuid();
    await tx.run(insertCaseMention, { id, applicant_id, entry_id, member_id: member.id, created_at: ctx.now() });
    kept.push(await keepMentionNotice(services, tx.system, { member, letter }));
  }
  noteUpdate(ctx, tx, 'mention');
  return kept;
}

/** A mention as its member sees it. */
export interface Mention {
  readonly id: string;
  readonly applicant_id: string;
  readonly applicant: { readonly first_name: string; readonly last_name: string };
  /** Name of the author; null for an operator. */
  readonly author: string | null;
  readonly note: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly isRead: boolean;
}

/** The newest mentions of the acting member, without those in cases of applicants that are scheduled for deletion. */
export async function ownMentions(ctx: Ctx): Promise<Mention[]> {
  const found = await ctx.read.all(mentionsOfMember, { member_id: ctx.principal.id, limit: SHOWN });
  const rows = await withoutHidden(ctx, found);
  const mentions = await Promise.all(
    rows.map(async ({ id, applicant_id, entry_id, created_at, read_at }) => {
      const applicant = await existingApplicant(ctx, applicant_id);
      const entry = applicant && (await ctx.read.first(findCaseEntry, { id: entry_id }));
      if (!entry) return undefined;
      const authorId = authorIdOf(entry);
      const author =
        authorId === undefined ? null : ((await memberNames(ctx.services, [authorId])).get(authorId) ?? '');
      const { note } = ctx.vault.open<CaseEntryData>(entry.id, entry.data);
      return { id, applicant_id, applicant, author, note, at: Number(created_at), isRead: read_at !== null };
    }),
  );
  return mentions.filter((mention) => mention !== undefined);
}

/** Number of mentions that the acting member has not read, without those that `ownMentions` hides for a second look. */
export async function countUnread(ctx: Ctx): Promise<number> {
  const rows = await ctx.read.all(countUnreadMentions, { member_id: ctx.principal.id });
  return (await withoutHidden(ctx, rows)).reduce((sum, { n }) => sum + Number(n), 0);
}

/** Notes that the acting member has read the mentions in the case of an applicant. */
export async function markRead(ctx: Ctx, applicant_id: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const read = await tx.run(readMentions, { member_id: ctx.principal.id, applicant_id, read_at: ctx.now() });
    if (read > 0) noteUpdate(ctx, tx, 'mention');
  });
}
