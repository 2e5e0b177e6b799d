import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { ctxHaving, ctxIn } from '../../context/ctx-of.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { pageOf } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { type FourEyesSetting, fourEyesRules, fourEyesSettings } from '../../members/four-eyes.ts';
import { confirmProposal, refuseProposal } from '../../review/proposals/judge.ts';
import { getProposal, pageOfProposals } from '../../review/proposals/list.ts';
import type { Proposal as ProposalOf, ProposedAction } from '../../review/proposals/proposal.ts';
import { proposeRelaxation } from '../../review/proposals/relax.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { AccountParams, Environment, ObjectParams, RecordedPrincipal, written } from './schemas.ts';

const NOTE_LENGTH = 2000;

const states = ['proposed', 'confirmed', 'refused', 'withdrawn'] as const;

export const Proposal = Type.Object(
  {
    id: Id,
    applicant_id: { ...NullableString, description: 'Null for a relaxation of a rule, and for a workflow' },
    report_id: { ...NullableString, description: 'Null for a relaxation of a rule, and for a workflow' },
    kind: stringEnum(['decision', 'overturn', 'suppression', 'revocation', 'relaxation', 'publication'] as const),
    state: stringEnum(states),
    by: RecordedPrincipal,
    at: DateTime,
    ended_by: RecordedPrincipal,
    ended_at: NullableDateTime,
    refusal: { ...NullableString, description: 'Reason of the refusal' },
    proposed: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'Effect of a confirmation, with the notes of the operator who proposed it. Personal data',
    }),
  },
  { title: 'Proposal' },
);

const laxer = (setting: FourEyesSetting) =>
  stringEnum(fourEyesRules[setting], { description: 'A less strict value than the current one' });

/** Decisions on hits of watchlists, overturns of reports, and the relaxing of four eyes, that wait for a second operator. */
export function proposalRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/proposals',
    {
      schema: {
        params: AccountParams,
        querystring: Type.Object({
          state: Type.Optional({ ...stringEnum(states), default: 'proposed' }),
          environment: Type.Optional({ ...Environment, default: 'live' }),
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Proposals per page, at most 500', default: '20' })),
        }),
        response: { 200: Type.Object({ proposals: Type.Array(Proposal) }) },
      },
    },
    async (request, reply) => {
      const { environment = 'live', state = 'proposed' } = request.query;
      const ctx = await ctxIn(services, request.principal, request.params.account, environment);
      const { proposals, total } = await pageOfProposals(ctx, state, pageOf(request));
      await recordAudit(ctx, {
        action: 'proposals_opened',
        object_id: ctx.account_id,
        details: { ids: proposals.map(({ id }) => id) },
      });
      reply.header('x-total-count', String(total));
      return { proposals: proposals.map(presentProposal) };
    },
  );

  app.post(
    '/accounts/:account/proposals',
    {
      schema: {
        description:
          'Proposes that fewer decisions need two operators. The setting changes once another operator confirms the proposal.',
        params: AccountParams,
        body: Type.Object({
          screening_four_eyes: Type.Optional(laxer('screening_four_eyes')),
          decision_four_eyes: Type.Optional(laxer('decision_four_eyes')),
          note: Type.String({ minLength: 10, maxLength: NOTE_LENGTH, description: 'Reason' }),
        }),
        response: { 201: Proposal },
      },
    },
    async ({ principal, params: { account }, body: { note, ...rules } }, reply) => {
      const ctx = await ctxIn(services, principal, account, 'live');
      const relaxation = { ...ruleOf(rules), note: written(note) };
      return reply.code(201).send(presentProposal(await proposeRelaxation(ctx, relaxation)));
    },
  );

  app.get(
    '/accounts/:account/proposals/:id',
    { schema: { params: ObjectParams, response: { 200: Proposal } } },
    async ({ principal, params: { account, id } }) => {
      const ctx = await ctxHaving(services, principal, account, 'Proposal', id);
      const proposal = await getProposal(ctx, id);
      await recordAudit(ctx, { action: 'proposal_opened', object_id: id });
      return presentProposal(proposal);
    },
  );

  app.post(
    '/accounts/:account/proposals/:id/confirm',
    {
      schema: {
        description:
          'Confirms a proposal of another operator, which takes effect at once. To change a proposal, refuse it and create a new one.',
        params: ObjectParams,
        response: { 200: Proposal },
      },
    },
    async ({ principal, params: { account, id } }) =>
      presentProposal(await confirmProposal(await ctxHaving(services, principal, account, 'Proposal', id), id)),
  );

  app.post(
    '/accounts/:account/proposals/:id/refuse',
    {
      schema: {
        description: 'Refuses a proposal of another operator, which then has no effect.',
        params: ObjectParams,
        body: Type.Object({ note: Type.String({ minLength: 1, maxLength: NOTE_LENGTH, description: 'Reason' }) }),
        response: { 200: Proposal },
      },
    },
    async ({ principal, params: { account, id }, body: { note } }) => {
      const ctx = await ctxHaving(services, principal, account, 'Proposal', id);
      return presentProposal(await refuseProposal(ctx, id, written(note)));
    },
  );
}

/** The one rule of a body. Throws `validation_error`. */
function ruleOf(rules: { readonly [Setting in FourEyesSetting]?: string }) {
  const [setting, another] = fourEyesSettings.filter((setting) => rules[setting] !== undefined);
  if (setting === undefined) throw invalid({ screening_four_eyes: ["can't be blank"] });
  if (another !== undefined)
    throw invalid({ [another]: ["can't be combined with another rule. Propose one rule at a time"] });
  return { setting, after: rules[setting] as string };
}

function proposedOf(action: ProposedAction): Record<string, unknown> {
  if (action.kind === 'relaxation') {
    const { setting, before, after, note } = action;
    return { setting, before, after, note };
  }
  if (action.kind === 'publication') {
    const { workflow, text, note } = action;
    return { workflow_id: workflow.id, version: workflow.version, name: workflow.name, note, text };
  }
  if (action.kind === 'decision') return { ...action.decision };
  if (action.kind === 'overturn') return { ...action.overturn };
  return action.kind === 'suppression' ? { ...action.input } : { suppression_id: action.suppression_id };
}

export function presentProposal({ created_by, created_at, ended_by, ended_at, action, ...rest }: ProposalOf) {
  const { id, applicant_id, report_id, state, refusal } = rest;
  return {
    id,
    applicant_id,
    report_id,
    kind: action.kind,
    state,
    refusal,
    proposed: proposedOf(action),
    by: recordedPrincipal(created_by),
    at: isoSeconds(created_at),
    ended_by: recordedPrincipal(ended_by),
    ended_at: isoSecondsOrNull(ended_at),
  };
}
