import { toApplicant } from '../applicants/applicant.ts';
import type { Ctx } from '../context/ctx.ts';
import { Postponed, retryDelay } from '../jobs/worker.ts';
import type { Answer, LookupSubject, SourceKind } from '../reports/live/lookup.ts';
import type { Report } from '../reports/records/report.ts';
import { findApplicant } from '../store/queries/applicants.ts';
import { findSourceAnswer, insertSourceAnswer, updateSourceAnswer } from '../store/queries/source-answers.ts';
import type { SourceAnswerRow } from '../store/schema.ts';
import { askTables } from './ask-tables.ts';
import type { Provider, ProviderOutcome, ProviderRequest } from './provider.ts';
import { subjectFor } from './subject.ts';

/** Tries of a provider: the first, and three more. */
const TRIES = 4;

/** Question of a report, for one submission of its data. */
export interface Question {
  readonly report: Pick<Report, 'id' | 'applicant_id'>;
  /** `form_submitted_at`: Unix milliseconds; absent for a check without a form. */
  readonly check: { readonly form_submitted_at?: number };
  readonly subject: LookupSubject;
  readonly kind: SourceKind;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

/**
 * Asks all sources of a kind that know a country. An answer is kept, sealed, as it comes: the next try of the report asks only the
 * sources that gave none. Throws `Postponed` while one of them is to be tried again. After the last try, and at once where
 * another try would fail alike, its answer is `unavailable`.
 */
export async function lookUp(ctx: Ctx, question: Question): Promise<readonly Answer[]> {
  const { kind, country, report } = question;
  const providers = ctx.services.providers.for(kind, country);
  const row = await ctx.read.first(findApplicant, { id: report.applicant_id });
  const subject = row && subjectFor(kind, question.subject, toApplicant(ctx, row).consents);
  // Checks are refused without the consent: an applicant who has taken it back since is asked about nowhere.
  if (!subject) return providers.map(({ name }) => ({ source: name, status: 'unavailable', reason: 'no consent' }));
  const known = await askTables(ctx.services, { subject, kind, country });
  const outcomes = await Promise.all(providers.map((provider) => askOnce(ctx, provider, { ...question, subject })));
  const waiting = outcomes.filter((outcome) => 'failures' in outcome);
  if (waiting.length > 0) {
    const names = providers.filter((_, i) => 'failures' in outcomes[i]!).map(({ name }) => name);
    throw new Postponed(
      `No answer from ${names.join(', ')}`,
      retryDelay(Math.max(...waiting.map((outcome) => outcome.failures))),
    );
  }
  return [...known, ...(outcomes as Answer[])];
}

/** Number of failures of a provider that will be tried again. */
interface Waiting {
  readonly failures: number;
}

async function askOnce(ctx: Ctx, provider: Provider, question: Question): Promise<Answer | Waiting> {
  const id = idOf(ctx, provider, question);
  const earlier = await ctx.read.first(findSourceAnswer, { id });
  if (earlier?.data) return ctx.vault.open<Answer>(id, earlier.data);
  const { kind, country } = question;
  const request: ProviderRequest = { request_id: id, kind, country, subject: subjectOf(provider, question) };
  const outcome = await ctx.services.providers.ask(provider, request);
  const tries = Number(earlier?.tries ?? 0) + 1;
  const answer = answerOf(provider, outcome, tries);
  await storeAnswer(
    ctx,
    question,
    { id, source: provider.name, tries, data: answer && ctx.vault.seal(id, answer) },
    earlier,
  );
  return answer ?? { failures: tries };
}

/** The subject as a provider gets it: a portrait only if it takes one. */
function subjectOf({ portrait: takesPortrait }: Provider, { subject }: Question): LookupSubject {
  const { portrait, ...rest } = subject;
  return takesPortrait && portrait ? subject : rest;
}

/** The answer; null while the provider is to be tried again. */
function answerOf({ name: source }: Provider, outcome: ProviderOutcome, tries: number): Answer | null {
  if ('answer' in outcome) return { ...outcome.answer, source };
  if ('refused' in outcome) return { source, status: 'unavailable', reason: outcome.refused };
  return tries < TRIES ? null : { source, status: 'unavailable', reason: `${tries} tries failed: ${outcome.failed}` };
}

/** Nothing is kept of an applicant who was erased meanwhile, or is to be. */
async function storeAnswer(
  ctx: Ctx,
  { report, kind }: Question,
  kept: Pick<SourceAnswerRow, 'id' | 'source' | 'tries' | 'data'>,
  earlier: SourceAnswerRow | undefined,
): Promise<void> {
  const { id: report_id, applicant_id } = report;
  await ctx.transaction(async (tx) => {
    const { activeApplicant } = await tx.lock({ activeApplicant: applicant_id });
    if (!activeApplicant) return;
    const { id, tries, data } = kept;
    if (earlier) await tx.run(updateSourceAnswer, { id, tries, data, answered_at: data && ctx.now() });
    else {
      const [created_at, answered_at] = [ctx.now(), data && ctx.now()];
      await tx.run(insertSourceAnswer, { ...kept, report_id, applicant_id, kind, created_at, answered_at });
    }
  });
}

/** The same for each try of a question, and unlike what any other system calls the report. */
function idOf(ctx: Ctx, { name }: Provider, { report, check, kind, country, subject }: Question): string {
  const text = JSON.stringify([report.id, check.form_submitted_at ?? 0, name, kind, country, subject]);
  return ctx.services.master.hash('source-requests', text).slice(0, 32);
}
