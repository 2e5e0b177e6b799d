import { getApplicant } from '../../applicants/get.ts';
import { plain } from '../../base/bidi.ts';
import { html } from '../../base/html.ts';
import type { MemberRole } from '../../base/member-roles.ts';
import { brandingOf } from '../../context/branding.ts';
import type { Ctx } from '../../context/ctx.ts';
import { toMember } from '../../members/member.ts';
import { languageOfMessages } from '../../messages/language.ts';
import { letterPage } from '../../messages/mails/page.ts';
import { queueMail } from '../../messages/mails/queue.ts';
import { listMembersOf } from '../../store/queries/members.ts';
import type { ScopedTx } from '../../store/store.ts';
import { codeIn, rightToLeft } from '../../words/ids.ts';
import { withValues } from '../letter.ts';
import type { NoticeWords, NotifyStep } from '../workflow.ts';
import { type Run, scopeOf } from './run.ts';
import { tasksIn } from './tasks.ts';

/**
 * Queues the mails of a step in the transaction that begins it.
 *
 * @returns how many; 0 where the applicant has no address, or the role no member
 */
export async function notify(ctx: Ctx, tx: ScopedTx, run: Run, step: NotifyStep): Promise<number> {
  const scope = scopeOf(run, await tasksIn(ctx, tx, run));
  const { words, language } = await wordsFor(ctx, tx, run, step);
  const subject = withValues(words.subject, scope);
  const text = withValues(words.text, scope);
  const brand = brandingOf(ctx.account);
  const letter = {
    subject,
    text: `${text.trimEnd()}\n`,
    html: pageOf(subject, text, language),
    from_name: plain(brand.name),
    reply_to: brand.support?.email ?? null,
  };
  const about = { applicantId: run.applicant_id, checkId: null };
  const kind = step.to === 'applicant' ? 'applicant_notice' : 'workflow_notice';
  const addresses = await addressesOf(ctx, tx, run, step.to);
  for (const to of addresses) await queueMail(ctx, tx, { ...about, ...letter, kind, to });
  return addresses.length;
}

/** The words in the applicant's language, with its code; the words of the file, in whatever language, where it has no others. */
async function wordsFor(
  ctx: Ctx,
  tx: ScopedTx,
  { applicant_id, link }: Run,
  step: NotifyStep,
): Promise<{ readonly words: NoticeWords; readonly language?: string }> {
  if (!step.translations) return { words: step };
  const applicant = await getApplicant(ctx, applicant_id, tx);
  const language = codeIn(languageOfMessages(ctx, applicant, link.language) ?? '');
  const words = Object.hasOwn(step.translations, language) ? step.translations[language] : undefined;
  return words ? { words, language } : { words: step };
}

async function addressesOf(ctx: Ctx, tx: ScopedTx, run: Run, to: NotifyStep['to']): Promise<readonly string[]> {
  if (to === 'applicant') {
    const { email } = await getApplicant(ctx, run.applicant_id, tx);
    return email ? [email] : [];
  }
  return 'role' in to ? membersIn(ctx, tx, to.role) : to;
}

/** Addresses of the members of the account in a role who have signed in: an invitation proves no address. */
async function membersIn({ services, account_id }: Ctx, tx: ScopedTx, role: MemberRole): Promise<string[]> {
  const rows = await tx.system.all(listMembersOf, { account_id });
  return rows
    .filter((row) => row.role === role && row.disabled_at === null && row.last_seen_at !== null)
    .map((row) => toMember(services, row).email);
}

function pageOf(subject: string, text: string, language?: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return letterPage(
    subject,
    html`${paragraphs.map(
      (paragraph) => html`<p style="white-space:pre-line;overflow-wrap:anywhere">${paragraph}</p>
`,
    )}`,
    language === undefined ? undefined : { lang: language, dir: rightToLeft.includes(language) ? 'rtl' : 'ltr' },
  );
}
