import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { advanceClock, createClock, deleteSandboxClock } from '../../applicants/clocks/change.ts';
import { getClock, listSandboxClocks, type SandboxClock } from '../../applicants/clocks/clock.ts';
import { createApplicant } from '../../applicants/create.ts';
import type { ApplicantInput } from '../../applicants/fields.ts';
import { isoSeconds } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import { instantOf } from '../../input-rules/date.ts';
import { applicantWire, rulesJudge } from '../common/applicant-wire.ts';
import { DateTime, Empty, Id, IdParams } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';
import { sandboxOnly } from './sandbox.ts';

const Clock = Type.Object(
  {
    id: Id,
    created_at: DateTime,
    now: Type.String({ format: 'date-time', description: 'Time of the clock' }),
    status: stringEnum(['ready', 'advancing'], {
      description: '`advancing` until everything that falls due has happened',
    }),
  },
  { title: 'Sandbox clock' },
);

/** A clock on the wire. */
const present = ({ id, created_at, now, advance_to }: SandboxClock) => ({
  id,
  created_at: isoSeconds(created_at),
  now: isoSeconds(now),
  status: advance_to === null ? ('ready' as const) : ('advancing' as const),
});

/** `/{v}/sandbox/clocks`: clocks that a client moves, and their applicants. */
export function sandboxClockRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.sandboxCalls) return;
  instance.register(async (sandbox) => {
    sandbox.addHook('preValidation', sandboxOnly);
    const app = typed(sandbox);
    const { Applicant, Create, fields, toWire } = applicantWire(version);
    const tags = ['sandbox'];
    const at = '/sandbox/clocks';

    app.post(
      at,
      {
        schema: {
          tags,
          summary: 'Create a clock',
          body: Type.Object({
            now: Type.Optional(Type.String({ description: 'Time of the clock; default: the present' })),
          }),
          response: { 201: Clock },
        },
      },
      async ({ session, body }, reply) => {
        const now = body.now === undefined ? undefined : instantOf(body.now);
        return reply.code(201).send(present(await createClock(session.ctx, now)));
      },
    );

    app.get(
      at,
      {
        schema: {
          tags,
          summary: 'List the clocks, newest first',
          response: { 200: Type.Object({ clocks: Type.Array(Clock) }) },
        },
      },
      async ({ session }) => ({ clocks: (await listSandboxClocks(session.ctx)).map(present) }),
    );

    app.get(
      `${at}/:id`,
      { schema: { tags, summary: 'Retrieve a clock', params: IdParams, response: { 200: Clock } } },
      async ({ session, params }) => present(await getClock(session.ctx, params.id)),
    );

    app.delete(
      `${at}/:id`,
      {
        schema: {
          tags,
          summary: 'Delete a clock',
          description: 'A clock that has applicants can not be deleted.',
          params: IdParams,
          response: { 204: Empty },
        },
      },
      async ({ session, params }, reply) => {
        await deleteSandboxClock(session.ctx, params.id);
        return reply.code(204).send();
      },
    );

    app.post(
      `${at}/:id/applicants`,
      {
        ...rulesJudge,
        schema: {
          tags,
          summary: 'Create an applicant on a clock',
          params: IdParams,
          body: Create,
          response: { 201: Applicant },
        },
      },
      async (request, reply) => {
        const { ctx } = request.session;
        await getClock(ctx, request.params.id);
        await ctx.goBy(request.params.id);
        const created = await createApplicant(ctx, request.body as ApplicantInput, fields);
        reply.code(201);
        return toWire(created, versionOf(request)) as never;
      },
    );

    app.post(
      `${at}/:id/advance`,
      {
        schema: {
          tags,
          summary: 'Advance a clock',
          description: 'Everything that falls due until then happens at once, in its order.',
          params: IdParams,
          body: Type.Object({
            seconds: Type.Optional(Type.Integer({ minimum: 1 })),
            to: Type.Optional(Type.String({ description: 'Time of the clock, instead of `seconds`' })),
          }),
          response: { 200: Clock },
        },
      },
      async ({ session, params, body: { seconds, to } }) => {
        await getClock(session.ctx, params.id);
        if ((seconds === undefined) === (to === undefined)) throw invalid({ seconds: ['send either seconds or to'] });
        const target = to === undefined ? { by: Number(seconds) * 1000 } : { to: instantOf(to) };
        return present(await advanceClock(session.ctx, params.id, target));
      },
    );
  });
}
