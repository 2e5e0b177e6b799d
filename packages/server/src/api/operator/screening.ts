import { compareTwoNamesInSlices, ofacScoreInSlices, type QueryName } from '@bonafide/verification';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { ctxHaving } from '../../context/ctx-of.ts';
import { defaultDecision } from '../../context/decision-settings.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import type { HitSuppression as HitSuppressionOf, ScreenedHit, Screening } from '../../reports/live/screening.ts';
import { screeningsOf } from '../../reports/records/screenings.ts';
import { type SuppressionReason, suppressionReasons } from '../../reports/records/suppression.ts';
import { searchWatchlists, thresholdsOf } from '../../screening/watchlists/search.ts';
import { DateTime, Id } from '../common/schemas.ts';
import { ObjectParams, RecordedPrincipal } from './schemas.ts';

const Anything = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true });

const Name = Type.String({ minLength: 1, maxLength: 600 });

const suppression = {
  id: Id,
  by: RecordedPrincipal,
  confirmed_by: RecordedPrincipal,
  at: DateTime,
  reason: stringEnum(suppressionReasons),
  note: Type.String(),
  expires_at: DateTime,
};
const HitSuppression = Type.Object(suppression, { title: 'Suppression of a hit' });
const lapses = ['record_changed', 'applicant_changed', 'listed_again', 'expired', 'revoked'] as const;

export const Hit = Type.Object(
  {
    list: Type.String(),
    version_id: Type.String(),
    source_id: Type.String(),
    categories: Type.Array(Type.String()),
    score: Type.Number(),
    verdict: Type.String({ description: 'match, possible or below' }),
    words: Type.Array(Type.String(), { description: 'Explanation of the score' }),
    explanation: Anything,
    record: Anything,
    suppressed: Type.Optional(HitSuppression),
    previously_suppressed: Type.Optional(
      Type.Object(
        { ...suppression, lapsed_because: stringEnum(lapses) },
        { description: 'An earlier suppression of the hit, which has ended' },
      ),
    ),
  },
  { title: 'Compared record of a watchlist' },
);

const Found = {
  set: Type.Integer({ description: 'Number of the set; 0 if no list was ever activated' }),
  lists: Type.Array(
    Type.Object({
      list: Type.String(),
      version_id: Type.String(),
      published: NullableString,
      categories: Type.Array(Type.String()),
      records: Type.Integer(),
      files: Type.Array(Type.String()),
      age: Type.Integer({ description: 'Days' }),
    }),
  ),
  thresholds: Anything,
  query: Anything,
  considered: Type.Integer({ description: 'Number of names that were fully compared' }),
  complete: Type.Boolean({ description: 'False if the search used up its budget; hits may then be missing' }),
  unknown_parts: Type.Array(Type.String()),
  duration: Type.Integer({ description: 'Milliseconds' }),
  hits: Type.Array(Hit),
  suppressed: Type.Array(Hit, { description: 'Hits that operators have ruled out for the applicant' }),
  near: Type.Array(Hit, { description: 'Records with a score up to 0.10 below the threshold, at most 20' }),
};

/** Searches of watchlists by name, and the searches and hits of reports. */
export function screeningRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/watchlists/search',
    {
      schema: {
        description: 'Shows what a report of an account with the default thresholds would find. Nothing is stored.',
        body: Type.Object({
          name: Type.Optional(Name),
          first_name: Type.Optional(Name),
          last_name: Type.Optional(Name),
          date_of_birth: Type.Optional(Type.String({ pattern: String.raw`^\d{4}(-\d\d){0,2}$` })),
          nationality: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 3166-1 alpha-3' })),
          ids: Type.Optional(
            Type.Array(
              Type.Object({
                type: Type.Optional(Name),
                country: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
                number: Name,
              }),
              { maxItems: 20 },
            ),
          ),
        }),
        response: { 200: Type.Object(Found, { title: 'Search' }) },
      },
    },
    async ({ body: { name, first_name, last_name, date_of_birth, nationality, ids } }) => {
      const split = last_name === undefined ? [] : [{ last: last_name, ...(first_name && { first: first_name }) }];
      const names: QueryName[] = [...split, ...(name === undefined ? [] : [{ full: name }])];
      if (names.length === 0) throw invalid({ name: ["can't be blank"] });
      const query = {
        names,
        ...(date_of_birth && { births: [date_of_birth] }),
        ...(nationality && { nationalities: [nationality] }),
        ...(ids && { ids }),
      };
      return presentScreening(await searchWatchlists(services, query, thresholdsOf(defaultDecision)));
    },
  );

  app.post(
    '/watchlists/score',
    {
      schema: {
        description: 'Compares two names and returns their score.',
        body: Type.Object({ query: Name, listed: Name }),
        response: {
          200: Type.Object({
            score: Type.Number(),
            ofac_score: Type.Number(),
            explanation: Anything,
          }),
        },
      },
    },
    async ({ body: { query, listed } }) => {
      const { searchSlices } = services;
      const { name_score, ...explanation } = await searchSlices.run(compareTwoNamesInSlices({ full: query }, listed));
      const ofac_score = await searchSlices.run(ofacScoreInSlices(query, listed));
      return { score: name_score, ofac_score, explanation: { ...explanation } };
    },
  );

  app.get(
    '/accounts/:account/reports/:id/screenings',
    {
      schema: {
        description: 'Lists what a watchlist report searched and found at the time, oldest first.',
        params: ObjectParams,
        response: {
          200: Type.Object({
            screenings: Type.Array(Type.Object({ id: Id, at: DateTime, ...Found }, { title: 'Screening' })),
          }),
        },
      },
    },
    async (request) => {
      const { account, id } = request.params;
      const ctx = await ctxHaving(services, request.principal, account, 'Report', id);
      const screenings = await screeningsOf(ctx, id);
      await recordAudit(ctx, { action: 'screenings_opened', object_id: id });
      return {
        screenings: screenings.map((screening) => ({
          id: screening.id,
          at: isoSeconds(screening.at),
          ...presentScreening(screening),
        })),
      };
    },
  );
}

function presentScreening({
  set,
  lists,
  thresholds,
  query,
  considered,
  incomplete,
  unknown_parts,
  duration,
  hits,
  suppressed,
  near,
}: Screening) {
  return {
    set,
    considered,
    complete: incomplete !== true,
    duration,
    unknown_parts: [...unknown_parts],
    lists: lists.map((list) => ({ ...list, categories: [...list.categories], files: [...list.files] })),
    thresholds: { ...thresholds },
    query: { ...query },
    hits: hits.map(presentHit),
    suppressed: suppressed.map(presentHit),
    near: near.map(presentHit),
  };
}

function presentSuppression({ by, confirmed_by, at, expires_at, reason, ...rest }: HitSuppressionOf) {
  return {
    ...rest,
    reason: reason as SuppressionReason,
    by: recordedPrincipal(by),
    confirmed_by: recordedPrincipal(confirmed_by),
    at: isoSeconds(at),
    expires_at: isoSeconds(expires_at),
  };
}

export function presentHit({ list, version_id, record, hit, suppressed, previously_suppressed }: ScreenedHit) {
  const { score, verdict, words, ...explanation } = hit;
  return {
    list,
    version_id,
    source_id: record.source_id,
    categories: [...record.categories],
    score,
    verdict,
    words: [...words],
    explanation,
    record: { ...record },
    ...(suppressed && { suppressed: presentSuppression(suppressed) }),
    ...(previously_suppressed && {
      previously_suppressed: {
        ...presentSuppression(previously_suppressed),
        lapsed_because: previously_suppressed.lapsed_because,
      },
    }),
  };
}
