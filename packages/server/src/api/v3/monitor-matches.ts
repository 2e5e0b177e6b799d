import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import { orderReport } from '../../monitors/create.ts';
import { changeMatches } from '../../monitors/matches.ts';
import { listMatches, type Match } from '../../monitors/monitor.ts';
import { Empty, Id, IdParams } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

export const Matches = Type.Object({
  matches: Type.Array(Type.Object({ id: Id, enabled: Type.Boolean() }), { description: 'Oldest first' }),
});

/** Maximum number of ids in one change of matches. */
const MATCHES_AT_ONCE = 1000;

const idsOf = (description: string) =>
  Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      maxItems: MATCHES_AT_ONCE,
      items: { type: 'string' },
      description,
    }),
  );

const MatchesBody = Type.Object({
  enable: idsOf('Ids of matches that reports show from now on'),
  disable: idsOf('Ids of matches that reports leave out from now on'),
  enabled: idsOf('Earlier name of `enable`'),
  disabled: idsOf('Earlier name of `disable`'),
});

export const presentMatches = (matches: readonly Match[]) => ({
  matches: matches.map(({ id, enabled }) => ({ id, enabled })),
});

/** Matches of a watchlist monitor: list, enable, disable; a report on them now. */
export function monitorMatchRoutes(instance: FastifyInstance, _version: Version): void {
  const app = typed(instance);
  const tags = ['watchlist monitors'];

  app.get(
    '/watchlist_monitors/:id/matches',
    { schema: { tags, summary: 'List the matches of a monitor', params: IdParams, response: { 200: Matches } } },
    async ({ session, params }) => presentMatches(await listMatches(session.ctx, params.id)),
  );

  app.patch(
    '/watchlist_monitors/:id/matches',
    {
      schema: {
        tags,
        summary: 'Enable or disable matches of a monitor',
        description: 'Later reports of the monitor leave out matches that are disabled.',
        params: IdParams,
        body: MatchesBody,
        response: { 200: Matches, 204: Empty },
      },
    },
    async ({ session, params, body }, reply) => {
      const enable = body.enable ?? body.enabled ?? [];
      const disable = body.disable ?? body.disabled ?? [];
      const matches = await changeMatches(session.ctx, params.id, { enable, disable });
      // Published clients of earlier versions expect no body where nothing was asked for.
      if (enable.length + disable.length === 0) return reply.code(204).send();
      return presentMatches(matches);
    },
  );

  app.post(
    '/watchlist_monitors/:id/new_report',
    {
      schema: {
        tags,
        summary: 'Create a report of a monitor now',
        description: 'The header `Location` is the path of the report.',
        params: IdParams,
        response: { 201: Empty },
      },
    },
    async (request, reply) => {
      const version = versionOf(request);
      const report = await orderReport(request.session.ctx, request.params.id, version);
      return reply.code(201).header('location', `/${version.name}/reports/${report}`).send();
    },
  );
}
