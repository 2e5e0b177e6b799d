import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import { getCheck } from '../../checks/get.ts';
import { requestableFor } from '../../checks/information-requests/items.ts';
import { requestableItems } from '../../checks/information-requests/request.ts';
import { reportCrop } from '../../checks/reports/crop.ts';
import { reviewedHits, waitingDecision } from '../../checks/reports/hits.ts';
import { getReportAtWork } from '../../checks/reports/list.ts';
import { concernsOf } from '../../checks/waiting/doubts.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { openDoubts, suppressing } from '../../reports/records/decision.ts';
import { aboutOf } from '../../review/about.ts';
import { assigneeNames } from '../../review/assign.ts';
import { claimOf, decideUnclaimed } from '../../review/claims.ts';
import { facesBeside } from '../../review/faces.ts';
import { foresee } from '../../review/foresee.ts';
import { waitingOverturn } from '../../review/overturn.ts';
import { portraitBeside } from '../../review/portrait.ts';
import { hiddenReports } from '../../review/second-looks/hidden.ts';
import { givenLook } from '../../review/second-looks/look.ts';
import { undecided } from '../../review/second-looks/undecided.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { Proposal, presentProposal } from '../operator/proposals.ts';
import { DecisionBody, decisionOf } from '../operator/report-decision.ts';
import { KeptDecision, presentDecisionState } from '../operator/report-decision-state.ts';
import { Doubts, presentWhole, result, Whole } from '../operator/report-whole.ts';
import { ctxOf } from './gate.ts';
import { AboutReport, Concerns, ForeseenOutcome, presentForeseen, withFields } from './report-about.ts';
import { Faces, presentFaces } from './report-faces.ts';
import { AssignedTo, ClaimedBy, PlacedParams, presentClaim } from './schemas.ts';
import { Compared, presentCompared } from './second-looks.ts';

const Report = Type.Object(
  {
    ...Whole.properties,
    breakdown: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
    applicant: Type.Object(
      {
        first_name: Type.String(),
        middle_name: NullableString,
        last_name: Type.String(),
        dob: NullableString,
        address: Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }),
      },
      { description: 'The applicant at the creation of the check. Personal data' },
    ),
    check: Type.Object({
      id: Id,
      status: Type.String(),
      result: NullableString,
      created_at: DateTime,
      tags: Type.Array(Type.String()),
      workflow_run_id: { ...NullableString, description: 'Workflow run that the check belongs to' },
    }),
    claimed_by: ClaimedBy,
    assigned_to: AssignedTo,
    due_at: { ...NullableDateTime, description: 'Due time of the review; null unless the report waits for a reviewer' },
    portrait: Type.Union([Type.Null(), Type.Object({ report_id: Id, part: Type.String() })], {
      description: 'Crop of the portrait that a document report found, for a report that compares faces',
    }),
    faces: Faces,
    about: AboutReport,
    concerns: Concerns,
    overturn: {
      ...nullableObject(Proposal),
      description: 'Overturn of the complete report that waits for a second person; null for none',
    },
    hides_decision: Type.Boolean({
      description:
        'True if the report waits for a second look that the member may give. The first decision is then left out',
    }),
    second_look: {
      ...nullableObject(Compared),
      description: 'Second look at the report; null for none, and before it was given',
    },
    requestable: Type.Array(stringEnum(requestableItems), {
      description: 'Evidence that the applicant can be asked for, which the report can use',
    }),
  },
  { title: 'Report in review' },
);

const Outcomes = Type.Object({
  outcomes: Type.Array(nullableObject(ForeseenOutcome), {
    description: 'One outcome for each decision, in the same order',
  }),
});

/** Decisions of one request that are only looked at. */
const MOST_FORESEEN = 12;

/** One report: the findings, the pictures that show them, and the decision of a person. */
export function reportRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/reports/:id',
    {
      config: { member: 'data.see', hidesDecision: true },
      schema: { params: PlacedParams, response: { 200: Report } },
    },
    async (request) => reportInReview(ctxOf(services, request), request.params.id),
  );

  app.get(
    '/accounts/:account/:environment/reports/:id/crops/:part',
    {
      config: { member: 'media.open', hidesDecision: true },
      schema: {
        description: 'A part of an uploaded picture as PNG. The audit records who opened it.',
        params: Type.Intersect([PlacedParams, Type.Object({ part: Type.String() })]),
      },
    },
    async (request, reply) => {
      const { id, part } = request.params;
      const body = await reportCrop(ctxOf(services, request), id, part);
      return sendFile(reply, { body, mediaType: 'image/png', fileName: `${part}_${id}.png` });
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/outcomes',
    {
      config: { member: 'report.decide', hidesDecision: true },
      schema: {
        description:
          'Foresees the outcome of a report for each of these decisions, without deciding. Null for a decision that would be refused.',
        params: PlacedParams,
        body: Type.Object({ decisions: Type.Array(DecisionBody, { minItems: 1, maxItems: MOST_FORESEEN }) }),
        response: { 200: Outcomes },
      },
    },
    async (request) => {
      const decisions = request.body.decisions.map(decisionOf);
      const outcomes = await foresee(ctxOf(services, request), request.params.id, decisions);
      return { outcomes: outcomes.map((outcome) => outcome && presentForeseen(outcome)) };
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/decide',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Throws `claimed` while another member is working on the report.',
        params: PlacedParams,
        body: DecisionBody,
        response: {
          200: Type.Object({ id: Id, check_id: Id, name: Type.String(), ...result, doubts: Doubts }),
          202: Type.Union([Proposal, KeptDecision]),
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const decision = decisionOf(request.body);
      if (suppressing(decision).length > 0 && !request.place.may('suppression.make')) throw problem('not_permitted');
      const ctx = ctxOf(services, request);
      const { report, proposal, waitsFor } = await decideUnclaimed(ctx, id, decision);
      if (waitsFor) return reply.code(202).send({ id, waits_for: waitsFor });
      if (proposal) return reply.code(202).send(presentProposal(proposal));
      return reply.code(200).send({ ...report, doubts: openDoubts(report) });
    },
  );
}

/** A report with all that a reviewer needs to decide it; the audit log records that it was opened. */
async function reportInReview(ctx: Ctx, id: string) {
  const found = await getReportAtWork(ctx, id);
  const { check } = await getCheck(ctx, found.check_id);
  // After both were read: a decision may be made meanwhile. The result of the check would tell the results of its reports.
  const hidden = await hiddenReports(ctx, 'checks', [found.check_id]);
  const hides_decision = hidden.some(({ report_id }) => report_id === id);
  const report = hides_decision ? undecided(found) : found;
  const known = await reviewedHits(ctx, report);
  // The first decision may have made a suppression, and a second look makes none.
  const hits = hides_decision ? known.map((hit) => ({ ...hit, suppressible: false })) : known;
  const proposal = await waitingDecision(ctx, report);
  await recordAudit(ctx, { action: 'report_opened', object_id: report.id });
  const { first_name, middle_name = null, last_name, dob, address } = check.applicant;
  const { status, result, tags, created_at } = check;
  const look = await givenLook(ctx, report);
  const about = await aboutOf(ctx, report, check);
  const overturn = await waitingOverturn(ctx, report);
  const whole = presentWhole(report, ctx.environment, {
    hits,
    proposal,
    decisionState: await presentDecisionState(ctx, report),
  });
  return {
    ...whole,
    ...withFields(whole, about),
    about: { files: [...about.files], data: [...about.data] },
    concerns: concernsOf(report),
    overturn: overturn && presentProposal(overturn),
    hides_decision,
    second_look: look && presentCompared(look),
    requestable: hides_decision ? [] : await requestableFor(ctx, ctx.read, report),
    breakdown: { ...report.breakdown },
    applicant: { first_name, middle_name, last_name, dob, address: address && { ...address } },
    check: {
      id: check.id,
      status,
      result: hidden.length > 0 ? null : result,
      tags: [...tags],
      created_at: isoSeconds(created_at),
      workflow_run_id: check.workflow_run_id ?? null,
    },
    claimed_by: presentClaim(await claimOf(ctx, report.id)),
    assigned_to: (await assigneeNames(ctx, [report]))(report.assigned_to),
    due_at: isoSecondsOrNull(report.status === 'awaiting_approval' ? report.due_at : null),
    portrait: await portraitBeside(ctx, report),
    faces: presentFaces(facesBeside(ctx, report)),
  };
}
