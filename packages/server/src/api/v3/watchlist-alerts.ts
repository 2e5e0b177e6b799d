import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { pageOf, sendPage } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { type AlertRisk, alertRisks, riskReviews } from '../../screening/watchlists/alert.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { type ListedPerson, profileOf } from './listed-profile.ts';

const Texts = Type.Array(Type.String());
const Dates = Type.Array(Type.Object({ source: NullableString, value: NullableString }));
const Named = Type.Array(Type.Object({ name: NullableString, type: NullableString }));

const listing = {
  aml_types: Texts,
  country_codes: Texts,
  fields: Type.Array(Type.Object({ name: NullableString, tag: NullableString, value: NullableString })),
  identifier: NullableString,
  listing_ended_utc: NullableString,
  listing_started_utc: NullableString,
  name: NullableString,
  related_urls: Texts,
  url: NullableString,
};

const Listings = Type.Array(Type.Object(listing));

const Profile = Type.Object({
  identifier: Type.String({ description: 'Id of the listed person, the same in every alert of the account' }),
  match_types: Texts,
  match_score: Type.Number({ description: '0 to 1' }),
  matching_name: NullableString,
  person: Type.Object({
    associates: Named,
    dates_of_birth: Dates,
    dates_of_death: Dates,
    images: Type.Array(Type.Object({ source: NullableString, url: NullableString })),
    names: Named,
    places_of_birth: Texts,
  }),
  risk_indicators: Type.Object({
    aml_types: Texts,
    lists: Listings,
    media: Type.Array(
      Type.Object({
        identifier: NullableString,
        publishing_date: NullableString,
        snippet: NullableString,
        title: NullableString,
        url: NullableString,
      }),
    ),
    peps: Type.Array(
      Type.Object({
        ...listing,
        active_end_dates: Texts,
        active_start_dates: Texts,
        political_parties: Texts,
        political_positions: Texts,
        political_regions: Texts,
      }),
    ),
    sanctions: Listings,
  }),
});

const Unknown = Type.Null({ description: 'Kept for published clients' });

const Risk = Type.Object(
  {
    identifier: Id,
    type: Type.String({ description: '`profile`' }),
    created_at: DateTime,
    decision: stringEnum(riskReviews),
    previous_decision: nullableEnum(riskReviews),
    updated_at: NullableDateTime,
    updated_by: Unknown,
    detail: Type.Object({
      change_type: Unknown,
      configuration_identifier: Unknown,
      profile: Profile,
      added_mentions: Unknown,
    }),
  },
  { title: 'Watchlist alert risk' },
);

/** Presents a risk without the person who decided: they work for the operator, and no client is shown them. */
const presentRisk = (risk: AlertRisk) => ({
  identifier: risk.id,
  type: 'profile',
  created_at: isoSeconds(risk.created_at),
  decision: risk.decision,
  previous_decision: risk.previous_decision,
  updated_at: isoSecondsOrNull(risk.decided_at),
  updated_by: null,
  detail: {
    change_type: null,
    configuration_identifier: null,
    profile: { identifier: risk.profile_id, ...profileOf(risk.record as ListedPerson) },
    added_mentions: null,
  },
});

/** Risks on a page where a request names no size. */
const PER_PAGE = 25;

/** `GET /{v}/complyadvantage_watchlists/alerts/{alert_id}/risks`: what a watchlist report has found. */
export function watchlistAlertRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.watchlistAlerts) return;
  typed(instance).get(
    '/complyadvantage_watchlists/alerts/:alert_id/risks',
    {
      schema: {
        tags: ['reports'],
        summary: 'List the risks of a watchlist alert',
        description:
          'An alert is a complete watchlist report, and `alert_id` is its id. Its risks are the records that the report shows, the best score first. The path has the name that published clients use; no provider is asked.',
        params: Type.Object({ alert_id: Type.String() }),
        querystring: Type.Object({
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(
            Type.String({ description: 'Risks per page, at most 500', default: String(PER_PAGE) }),
          ),
        }),
        response: { 200: Type.Array(Risk) },
      },
    },
    async (request, reply) => {
      const page = pageOf(request, PER_PAGE);
      const risks = await alertRisks(request.session.ctx, request.params.alert_id);
      sendPage(request, reply, page, risks.length);
      const start = (page.page - 1) * page.perPage;
      return risks.slice(start, start + page.perPage).map(presentRisk);
    },
  );
}
