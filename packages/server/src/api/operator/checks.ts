import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString } from '../../base/json-schema.ts';
import { checkDecidedBy } from '../../checks/get.ts';
import { reopenCheck, returnToApplicant, takeUpCheck } from '../../checks/reopen.ts';
import { withdrawCheck } from '../../checks/withdraw.ts';
import { ctxHaving } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { Id } from '../common/schemas.ts';
import { ObjectParams, RecordedPrincipal } from './schemas.ts';

const Check = Type.Object({ id: Id, status: Type.String(), result: NullableString, decided_by: RecordedPrincipal });

const actions = {
  withdraw: withdrawCheck,
  reopen: reopenCheck,
  take_up: takeUpCheck,
  return_to_applicant: returnToApplicant,
} as const;

/** Checks: the actions of an operator. */
export function checkRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  for (const [action, run] of Object.entries(actions)) {
    app.post(
      `/accounts/:account/checks/:id/${action}`,
      { schema: { params: ObjectParams, response: { 200: Check } } },
      async (request) => {
        const { account, id } = request.params;
        const ctx = await ctxHaving(services, request.principal, account, 'Check', id);
        return { ...(await run(ctx, id)), decided_by: await checkDecidedBy(ctx, id) };
      },
    );
  }
}
