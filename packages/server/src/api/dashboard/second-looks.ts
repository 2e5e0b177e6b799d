import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { giveBack } from '../../review/claims.ts';
import { giveLook } from '../../review/give-second-look.ts';
import { claimSecondLook, listSecondLooks, takeSecondLook, type WaitingLook } from '../../review/second-look-queue.ts';
import { type ComparedLook, differingLooks } from '../../review/second-looks/look.ts';
import { showDecisions } from '../../review/show-decisions.ts';
import { DateTime, Empty, Id, Limit, Next } from '../common/schemas.ts';
import { DecisionBody, decisionOf } from '../operator/report-decision.ts';
import { RecordedPrincipal } from '../operator/schemas.ts';
import { Except } from './claims.ts';
import { ctxOf } from './gate.ts';
import { ClaimedBy, nameOf, PlacedParams, PlaceParams, presentClaim } from './schemas.ts';

const ofReport = {
  report_id: Id,
  check_id: Id,
  applicant_id: Id,
  name: Type.String({ description: 'Name of the report' }),
};

const WaitingBody = Type.Object(
  {
    ...ofReport,
    applicant_name: Type.String({ description: 'Personal data' }),
    decided_at: { ...DateTime, description: 'Time of the first decision' },
    claimed_by: ClaimedBy,
  },
  { title: 'Waiting second look' },
);

const Side = Type.Object({
  by: RecordedPrincipal,
  by_name: { ...NullableString, description: 'Name of a member; null for an operator' },
  at: DateTime,
  result: NullableString,
  sub_result: NullableString,
  note: Type.String({ description: 'Reason. Personal data' }),
});

/** Response schema of a second look that was given. */
export const Compared = Type.Object(
  {
    ...ofReport,
    agrees: Type.Boolean({ description: 'True if both have the same result and sub-result' }),
    first: Side,
    second: Side,
  },
  { title: 'Second look' },
);

const presentSide = ({ by, at, ...rest }: ComparedLook['first']) => ({
  ...rest,
  by: by && { kind: by.kind, id: by.id },
  by_name: by?.name ?? null,
  at: isoSeconds(at),
});

/** A second look that was given, with the first decision. */
export const presentCompared = ({ first, second, ...look }: ComparedLook) => ({
  ...look,
  first: presentSide(first),
  second: presentSide(second),
});

const presentLook = ({ applicant, decided_at, claim, ...look }: WaitingLook) => ({
  ...look,
  applicant_name: nameOf(applicant),
  decided_at: isoSeconds(decided_at),
  claimed_by: presentClaim(claim),
});

const Page = Type.Object({
  cursor: Type.Optional(
    Type.String({ pattern: '^\\d{1,16}_[0-9a-f-]{36}$', description: '`next` of the previous page' }),
  ),
  limit: Limit,
});

/** Second looks: reports that another member decides once more, without seeing the first decision. */
export function secondLookRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/second_looks',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Lists the decided reports that wait for a second look which the member may give, the earliest decision first. A page may be short.',
        params: PlaceParams,
        querystring: Page,
        response: { 200: Type.Object({ second_looks: Type.Array(WaitingBody), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { cursor: after, limit = 50 } = request.query;
      const { looks, next } = await listSecondLooks(ctx, { after, limit });
      if (looks.length > 0) await recordAudit(ctx, { action: 'second_looks_opened', object_id: ctx.account_id });
      return { second_looks: looks.map(presentLook), next };
    },
  );

  app.post(
    '/accounts/:account/:environment/second_looks/take',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Claims the first free second look of the member for 15 minutes. Answers 204 without any.',
        params: PlaceParams,
        body: Type.Object({ except: Except }),
        response: { 200: WaitingBody, 204: Empty },
      },
    },
    async (request, reply) => {
      const look = await takeSecondLook(ctxOf(services, request), new Set(request.body.except));
      return look ? reply.code(200).send(presentLook(look)) : reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/second_looks/show',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Shows the member the decisions on the reports of an object that wait for a second look. Another member has to give it then.',
        params: PlaceParams,
        body: Type.Object({
          kind: stringEnum(['applicants', 'checks', 'reports', 'workflow_runs'] as const),
          id: Id,
        }),
        response: { 200: Type.Object({ shown: Type.Integer({ description: 'Number of reports' }) }) },
      },
    },
    async (request) => ({ shown: await showDecisions(ctxOf(services, request), request.body.kind, request.body.id) }),
  );

  app.get(
    '/accounts/:account/:environment/second_looks/differing',
    {
      config: { member: 'quality.see' },
      schema: {
        description: 'Lists the second looks that differ from the decision, newest first, with both reasons.',
        params: PlaceParams,
        querystring: Page,
        response: { 200: Type.Object({ second_looks: Type.Array(Compared), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { cursor: after, limit = 50 } = request.query;
      const { looks, next } = await differingLooks(ctx, { after, limit });
      if (looks.length > 0) await recordAudit(ctx, { action: 'second_looks_opened', object_id: ctx.account_id });
      return { second_looks: looks.map(presentCompared), next };
    },
  );

  const claim = '/accounts/:account/:environment/reports/:id/second_look/claim';
  app.post(
    claim,
    {
      config: { member: 'report.decide', hidesDecision: true },
      schema: {
        description: 'Claims a second look for 15 minutes. Throws `claimed` while another member has it.',
        params: PlacedParams,
        response: { 200: WaitingBody },
      },
    },
    async (request) => presentLook(await claimSecondLook(ctxOf(services, request), request.params.id)),
  );

  app.delete(
    claim,
    {
      config: { member: 'report.decide', hidesDecision: true },
      schema: { params: PlacedParams, response: { 204: Empty } },
    },
    async (request, reply) => {
      await giveBack(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/second_look',
    {
      config: { member: 'report.decide', hidesDecision: true },
      schema: {
        description:
          'Gives a second look: a decision on the whole report that changes nothing, compared with the first. Answers both.',
        params: PlacedParams,
        body: DecisionBody,
        response: { 200: Compared },
      },
    },
    async (request) => {
      const look = await giveLook(ctxOf(services, request), request.params.id, decisionOf(request.body));
      return presentCompared(look);
    },
  );
}
