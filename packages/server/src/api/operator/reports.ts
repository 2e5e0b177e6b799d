import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { ctxHaving, ctxIn } from '../../core/accounts/ctx-of.ts';
import { recordAudit } from '../../core/audit/record.ts';
import { recordedPrincipal } from '../../core/principal.ts';
import { reportCrop } from '../../core/reports/crop.ts';
import { decideReport } from '../../core/reports/decide.ts';
import { openDoubts, settledAssessment } from '../../core/reports/decision.ts';
import { type ReviewedHit, reviewedHits, waitingDecision } from '../../core/reports/hits.ts';
import { getReportAtWork, listReportsOfStatus, type ReportAtWork } from '../../core/reports/list.ts';
import type { Report } from '../../core/reports/report.ts';
import type { Services } from '../../core/services.ts';
import { sendFile } from '../../http/files.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import type { Evidence } from '../../reports/live/document/evidence/evidence.ts';
import type { Assessment } from '../../reports/outcome.ts';
import {
  DateTime,
  Id,
  NullableDateTime,
  NullableInteger,
  NullableString,
  nullableEnum,
  nullableObject,
  stringEnum,
} from '../common/schemas.ts';
import { Proposal, presentProposal } from './proposals.ts';
import { Decided, DecisionBody, decisionOf, wholeResults } from './report-decision.ts';
import { KeptHit, presentKeptHit, presentReviewedHit, ReviewHit } from './report-hits.ts';
import { AccountParams, Environment, ObjectParams, RecordedPrincipal } from './schemas.ts';

const Status = stringEnum([
  ...(['awaiting_approval', 'awaiting_data', 'paused', 'complete', 'withdrawn', 'cancelled'] as const),
]);
export const Doubts = Type.Array(Type.String(), { description: 'Paths of the leaves that wait for a person' });
const Anything = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

export const result = { status: Type.String(), result: NullableString, sub_result: NullableString };

/** An entry of a list: nothing in it was read from a document. */
const facts = {
  id: Id,
  check_id: Id,
  applicant_id: Id,
  environment: Type.String(),
  name: Type.String(),
  ...result,
  created_at: DateTime,
  completed_at: NullableDateTime,
  step: NullableString,
  doubts: Doubts,
  failed: Type.Boolean({ description: 'Analysers gave up on it' }),
};

export const Leaf = Type.Object({
  result: NullableString,
  reason: Type.String(),
  measure: Type.Optional(Type.Number()),
  threshold: Type.Optional(Type.Number()),
  doubt: Type.Boolean({ description: 'Waits for a person' }),
  decided: nullableEnum(['clear', 'consider'] as const),
  properties: Type.Optional(Anything),
  values: Type.Optional(
    Type.Array(
      Type.Object({
        source: stringEnum(['mrz', 'barcode', 'chip', 'printed', 'applicant'] as const),
        value: Type.String(),
        certainty: nullableEnum(['sure', 'likely', 'weak'] as const),
        differing: Type.Array(Type.Integer(), {
          description: 'Characters, from 0, that the first value lacks; of the first, those that any other lacks',
        }),
        part: NullableString,
      }),
      { description: 'What was compared, with the parts that show it. Personal data' },
    ),
  ),
  settles: Type.Optional(Type.String({ description: 'What would settle the doubt' })),
});

const Share = Type.Number({ minimum: 0, maximum: 1 });
const Part = Type.Object({
  id: Type.String({ description: 'Names its crop' }),
  kind: stringEnum(['portrait', 'ghost', 'zone', 'barcode', 'field', 'heat'] as const),
  media_id: Id,
  page: Type.Integer({ description: 'Of a PDF, from 0' }),
  box: Type.Object(
    { left: Share, top: Share, width: Share, height: Share },
    { description: 'In shares of the picture as a viewer shows it' },
  ),
  field: Type.Optional(Type.String()),
  source: Type.Optional(stringEnum(['mrz', 'printed'] as const)),
});

const EvidenceShown = Type.Object(
  {
    kind: Type.String({ description: 'Of the document, by where it carries its data' }),
    found: Type.Array(
      Type.Object({
        forgery: Type.String(),
        leaf: Type.String({ description: 'Path of the leaf that answers for it' }),
        confirmed_by: Type.Array(
          Type.Object({
            source: Type.String(),
            grade: stringEnum(['independent', 'forensic'] as const),
            measure: Type.Optional(Type.Number()),
            threshold: Type.Optional(Type.Number()),
            reason: Type.Optional(Type.String()),
          }),
          { description: 'What confirms that the document was not forged in this way; empty: nothing does' },
        ),
      }),
    ),
  },
  { title: 'Evidence', description: 'See the guide on evidence; null where no document was assessed' },
);

export const Whole = Type.Object(
  {
    ...facts,
    decided_by: RecordedPrincipal,
    attempts: NullableInteger,
    failure: NullableString,
    media: Anything,
    leaves: Type.Record(Type.String(), Leaf),
    evidence: nullableObject(EvidenceShown),
    properties: Anything,
    hits: Type.Array(ReviewHit, { description: 'Of a watchlist report; those that are suppressed come last' }),
    proposal: { ...NullableString, description: 'The decision on it that waits for a second operator' },
    parts: Type.Array(Part, { description: 'What the pictures of its documents show where' }),
    decisions: Type.Array(
      Type.Object({
        at: DateTime,
        decided_by: RecordedPrincipal,
        confirmed_by: RecordedPrincipal,
        note: Type.String(),
        hits: Type.Optional(Type.Array(KeptHit)),
        leaves: Type.Optional(Type.Record(Type.String(), Decided)),
        result: nullableEnum(wholeResults),
      }),
    ),
  },
  { title: 'Report at work' },
);

function presentFacts({ created_at, completed_at, ...report }: ReportAtWork, environment: string) {
  return {
    ...report,
    environment,
    created_at: isoSeconds(created_at),
    completed_at: completed_at === null ? null : isoSeconds(completed_at),
    doubts: openDoubts(report),
    failed: report.failure !== undefined,
  };
}

/** Leaves as analysers found them, each with its manual review. */
export function presentLeaves(report: Report) {
  const now = settledAssessment(report)?.leaves ?? {};
  const doubts = new Set(openDoubts(report));
  const settled = new Set((report.decisions ?? []).flatMap(({ leaves = {} }) => Object.keys(leaves)));
  return Object.fromEntries(
    Object.entries(report.assessment?.leaves ?? {}).map(([path, finding]) => [
      path,
      {
        ...finding,
        doubt: doubts.has(path),
        decided: settled.has(path) ? (now[path]?.result as 'clear' | 'consider') : null,
      },
    ]),
  );
}

const evidenceOf = ({ kind, found }: Evidence) => ({
  kind,
  found: found.map(({ confirmed_by, ...one }) => ({ ...one, confirmed_by: [...confirmed_by] })),
});

/** What was found, with every record of a watchlist: those that a person has ruled out, too. */
const foundProperties = ({ properties, records }: Assessment) =>
  records ? { ...properties, records: records.map(({ leaves, shown }) => ({ leaves, ...shown })) } : properties;

interface OfHits {
  readonly hits: readonly ReviewedHit[];
  readonly proposal: string | null;
}

export function presentWhole(
  report: ReportAtWork & { attempts: number | null },
  environment: string,
  { hits, proposal }: OfHits,
) {
  const { assessment, failure = null, decisions = [], media } = report;
  return {
    ...presentFacts(report, environment),
    attempts: report.attempts,
    failure,
    media: { ...media },
    leaves: presentLeaves(report),
    evidence: assessment?.evidence ? evidenceOf(assessment.evidence) : null,
    properties: assessment ? foundProperties(assessment) : report.properties,
    hits: hits.map(presentReviewedHit),
    proposal,
    parts: (assessment?.parts ?? []).map(({ heat: _, ...part }) => part),
    decisions: decisions.map(({ at, by, confirmed_by, leaves, hits: decided, ...one }) => ({
      at: isoSeconds(at),
      decided_by: recordedPrincipal(by),
      confirmed_by: recordedPrincipal(confirmed_by),
      ...one,
      ...(decided && { hits: decided.map(presentKeptHit) }),
      ...(leaves && { leaves }),
    })),
  };
}

/** Live reports: the findings of their analysers, and manual review. */
export function reportRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/reports',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          status: Type.Optional({ ...Status, default: 'awaiting_approval' }),
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'From 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'At most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ reports: Type.Array(Type.Object(facts, { title: 'Report' })) }) },
      },
    },
    async (request, reply) => {
      const { status = 'awaiting_approval', environment = 'live' } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const { reports, total } = await listReportsOfStatus(ctx, status, pageOf(request));
      await recordAudit(ctx, {
        action: 'reports_opened',
        object_id: ctx.account_id,
        details: { ids: reports.map(({ id }) => id) },
      });
      reply.header('x-total-count', String(total));
      return { reports: reports.map((report) => presentFacts(report, environment)) };
    },
  );

  app.get(
    '/accounts/:account/reports/:id',
    { schema: { params: ObjectParams, response: { 200: Whole } } },
    async (request) => {
      const { account, id } = request.params;
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      // It has data that was read from the document.
      const report = await getReportAtWork(ctx, id);
      const hits = await reviewedHits(ctx, report);
      await recordAudit(ctx, { action: 'report_opened', object_id: id });
      return presentWhole(report, ctx.environment, { hits, proposal: await waitingDecision(ctx, report) });
    },
  );

  app.get(
    '/accounts/:account/reports/:id/crops/:part',
    {
      schema: {
        description: 'A part of an uploaded picture as PNG. The audit records who opened it.',
        params: Type.Intersect([ObjectParams, Type.Object({ part: Type.String() })]),
      },
    },
    async (request, reply) => {
      const { account, id, part } = request.params;
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      const body = await reportCrop(ctx, id, part);
      return sendFile(reply, { body, mediaType: 'image/png', fileName: `${part}_${id}.png` });
    },
  );

  app.post(
    '/accounts/:account/reports/:id/decide',
    {
      schema: {
        params: ObjectParams,
        body: DecisionBody,
        response: {
          200: Type.Object({ id: Id, check_id: Id, name: Type.String(), ...result, doubts: Doubts }),
          202: Proposal,
        },
      },
    },
    async (request, reply) => {
      const { account, id } = request.params;
      const decision = decisionOf(request.body);
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      const { report, proposal } = await decideReport(ctx, id, decision);
      if (proposal) return reply.code(202).send(presentProposal(proposal));
      return reply.code(200).send({ ...report, doubts: openDoubts(report) });
    },
  );
}
