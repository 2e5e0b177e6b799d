import { html } from '../../base/html.ts';
import type { MemberRole } from '../../base/member-roles.ts';
import { listMembersOf } from '../../store/queries/members.ts';
import type { ScopedTx } from '../../store/store.ts';
import { withValues } from '../../workflows/letter.ts';
import type { NotifyStep } from '../../workflows/workflow.ts';
import { brandingOf } from '../accounts/branding.ts';
import { getApplicant } from '../applicants/get.ts';
import type { Ctx } from '../ctx.ts';
import { plain } from '../forms/mail.ts';
import { queueMail } from '../mails/queue.ts';
import { toMember } from '../members/member.ts';
import { type Run, scopeOf } from './run.ts';
import { tasksIn } from './tasks.ts';

/**
 * Queues the mails of a step in the transaction that begins it.
 *
 * @returns how many; 0 where the applicant has no address, or the role no member
 */
export async function notify(ctx: Ctx, tx: ScopedTx, run: Run, step: NotifyStep): Promise<number> {
  const scope = scopeOf(run, await tasksIn(ctx, tx, run));
  const subject = withValues(step.subject, scope);
  const text = withValues(step.text, scope);
  const brand = brandingOf(ctx.account);
  const letter = {
    ...{ subject, text: `${text.trimEnd()}\n`, html: pageOf(subject, text) },
    ...{ from_name: plain(brand.name), reply_to: brand.support?.email ?? null },
  };
  const about = { applicantId: run.applicant_id, checkId: null };
  if (step.to !== 'applicant') {
    const addresses = 'role' in step.to ? await addressesOf(ctx, tx, step.to.role) : step.to;
    for (const to of addresses) await queueMail(ctx, tx, { ...about, ...letter, kind: 'workflow_notice', to });
    return addresses.length;
  }
  const { email } = await getApplicant(ctx, run.applicant_id, tx);
  if (!email) return 0;
  await queueMail(ctx, tx, { ...about, ...letter, kind: 'applicant_notice', to: email });
  return 1;
}

/** Of the members of the account in a role who have signed in: an invitation proves no address. */
async function addressesOf({ services, account_id }: Ctx, tx: ScopedTx, role: MemberRole): Promise<string[]> {
  const rows = await tx.system.all(listMembersOf, { account_id });
  return rows
    .filter((row) => row.role === role && row.disabled_at === null && row.last_seen_at !== null)
    .map((row) => toMember(services, row).email);
}

function pageOf(subject: string, text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return html`<!doctype html>
<html>
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5">
${paragraphs.map(
  (paragraph) => html`<p style="white-space:pre-line;overflow-wrap:anywhere">${paragraph}</p>
`,
)}</body>
</html>
`.toString();
}
