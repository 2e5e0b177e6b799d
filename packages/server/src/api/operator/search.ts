import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { rebuildSearch } from '../../applicants/search/rebuild.ts';
import { foundTypes, searchApplicants } from '../../applicants/search/search.ts';
import { recordAudit } from '../../audit/record.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { getAccount } from '../../context/account-facts.ts';
import { ctxIn } from '../../context/ctx-of.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { Id } from '../common/schemas.ts';
import { AccountParams, Environment } from './schemas.ts';

const MOST = { characters: 500, page: 100 } as const;

const Found = Type.Object(
  {
    applicant_id: Id,
    matched: Type.Array(Type.Object({ type: stringEnum(foundTypes), id: Id }), {
      description: "The applicant's objects that match the search",
    }),
  },
  { title: 'FoundApplicant' },
);

/** Search of applicants by name, e-mail address and other data. */
export function searchRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/search',
    {
      schema: {
        description:
          'Finds applicants, the newest first; by the beginning of an id, the newest object. Several words narrow. A word is ' +
          'an id or its first 8 characters, a whole e-mail address, telephone number, birth date (`YYYY-MM-DD`), document or identity number, tag or `customer_user_id`, or a ' +
          'word of a name or its beginning of three letters and more. Text in quotes is one word.',
        params: AccountParams,
        querystring: Type.Object({
          query: Type.String({ minLength: 1, maxLength: MOST.characters }),
          environment: Type.Optional({ ...Environment, default: 'live' }),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST.page, default: 20 })),
          after: Type.Optional({ ...Id, pattern: '^[0-9a-f-]{36}$', description: '`next` of the previous page' }),
        }),
        response: {
          200: Type.Object({
            found: Type.Array(Found),
            next: Type.Unsafe<string | null>({
              type: ['string', 'null'],
              description: 'Cursor of the next page; null after the last page. An earlier page may be short or empty',
            }),
          }),
        },
      },
    },
    async ({ principal, params: { account }, query: { query, environment = 'live', limit = 20, after } }) => {
      const ctx = await ctxIn(services, principal, account, environment);
      const { found, next } = await searchApplicants(ctx, query, { limit, after });
      await recordAudit(ctx, {
        action: 'applicants_searched',
        object_id: account,
        details: { ids: found.map(({ applicant_id: id }) => id) },
      });
      return { found: found.map(({ applicant_id, matched }) => ({ applicant_id, matched: [...matched] })), next };
    },
  );

  app.post(
    '/accounts/:account/search/rebuild',
    {
      schema: {
        description: 'Rebuilds the search index of applicants in both environments while the service runs.',
        params: AccountParams,
        response: { 202: Type.Object({}) },
      },
    },
    async ({ principal, params: { account } }, reply) => {
      await getAccount(services, account);
      await rebuildSearch(services, account, principal);
      return reply.code(202).send({});
    },
  );
}
