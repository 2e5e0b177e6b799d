import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { countUnread, markRead, mentionable, ownMentions } from '../../review/cases/mentions.ts';
import { DateTime, Empty, Id } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { nameOf, PlacedParams, PlaceParams } from './schemas.ts';

/** Mentions of members in notes on cases. */
export function mentionRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/mentionable_members',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Lists the members whom a note can mention: those who may see cases of the environment.',
        params: PlaceParams,
        response: { 200: Type.Object({ members: Type.Array(Type.Object({ id: Id, name: Type.String() })) }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const members = await mentionable(ctx, services.store.system);
      return { members: members.map(({ id, name }) => ({ id, name })) };
    },
  );

  app.get(
    '/accounts/:account/:environment/mentions/unread',
    {
      config: { member: 'data.see' },
      schema: {
        description: 'Counts the mentions that the member has not read.',
        params: PlaceParams,
        response: { 200: Type.Object({ unread: Type.Integer() }) },
      },
    },
    async (request) => ({ unread: await countUnread(ctxOf(services, request)) }),
  );

  app.get(
    '/accounts/:account/:environment/mentions',
    {
      config: { member: 'data.see' },
      schema: {
        description: 'Lists the newest 100 notes that mention the member, the newest first.',
        params: PlaceParams,
        response: {
          200: Type.Object({
            mentions: Type.Array(
              Type.Object({
                id: Id,
                applicant_id: Id,
                applicant_name: Type.String(),
                author: { ...NullableString, description: 'Name of the author; null for an operator' },
                note: Type.String({ description: 'Personal data' }),
                created_at: DateTime,
                read: Type.Boolean(),
              }),
            ),
          }),
        },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const mentions = await ownMentions(ctx);
      if (mentions.length > 0) await recordAudit(ctx, { action: 'mentions_opened', object_id: ctx.account_id });
      return {
        mentions: mentions.map(({ applicant, at, isRead, ...mention }) => ({
          ...mention,
          applicant_name: nameOf(applicant),
          created_at: isoSeconds(at),
          read: isRead,
        })),
      };
    },
  );

  app.post(
    '/accounts/:account/:environment/applicants/:id/mentions/read',
    {
      config: { member: 'data.see', hidesDecision: true },
      schema: {
        description: 'Notes that the member has read the mentions in the case of an applicant.',
        params: PlacedParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      await markRead(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );
}
