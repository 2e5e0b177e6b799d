import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { caseOf } from '../../review/cases/case.ts';
import { changeTags, changeTagsOf, tagNames, tagResults } from '../../review/cases/tags.ts';
import { Id } from '../common/schemas.ts';
import { Case, presentCase } from './cases.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';

/** Cases of one request. */
const MOST_CASES = 50;

/** Tags of one request. A longer text gets the error of a text that is not a tag. */
const Tags = (description: string) =>
  Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20, description }));

const Change = { add: Tags('Tags to add'), remove: Tags('Tags to remove; of a tag in both lists, `remove` holds') };

const TaggedCase = Type.Object(
  {
    applicant_id: Id,
    result: stringEnum(tagResults, {
      description: '`unchanged`: has the tags already; `gone`: the applicant was deleted; `refused`: see `message`',
    }),
    message: NullableString,
  },
  { title: 'Tagged case' },
);

/** Tags on the cases of applicants. */
export function caseTagRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/case_tags',
    {
      config: { member: 'data.see' },
      schema: {
        description: 'Lists the tags that cases of the environment have, in their order. The first 500.',
        params: PlaceParams,
        response: { 200: Type.Object({ tags: Type.Array(Type.String()) }) },
      },
    },
    async (request) => ({ tags: await tagNames(ctxOf(services, request)) }),
  );

  app.post(
    '/accounts/:account/:environment/applicants/:id/case_tags',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Adds tags to the case of an applicant, and removes others.',
        params: PlacedParams,
        body: Type.Object(Change),
        response: { 200: Case },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const { add = [], remove = [] } = request.body;
      await changeTags(ctx, id, { add, remove });
      return presentCase(await caseOf(ctx, id));
    },
  );

  app.post(
    '/accounts/:account/:environment/case_tags',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Adds tags to several cases, and removes others. Each case is changed by itself and has its own result.',
        params: PlaceParams,
        body: Type.Object({
          applicants: Type.Array(Id, { minItems: 1, maxItems: MOST_CASES, description: 'Ids of applicants' }),
          ...Change,
        }),
        response: {
          200: Type.Object({
            batch: { ...Id, description: 'Id that the audit entries of the changes share' },
            cases: Type.Array(TaggedCase),
          }),
        },
      },
    },
    async (request) => {
      const { applicants, add = [], remove = [] } = request.body;
      return changeTagsOf(ctxOf(services, request), applicants, { add, remove });
    },
  );
}
