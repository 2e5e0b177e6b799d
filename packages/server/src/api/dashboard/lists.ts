import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { DAY_MS, isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { listedKinds, listNames } from '../../base/listed-kinds.ts';
import { addListEntry, removeListEntry } from '../../checks/lists/change.ts';
import type { ListEntry } from '../../checks/lists/entry.ts';
import { listableOf } from '../../checks/lists/from-report.ts';
import { pageOfList } from '../../checks/lists/list.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { Cursor, DateTime, Empty, Id, Limit, Next, NullableDateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from '../operator/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';

/** Most characters of a value and of a reason. */
const VALUE_LENGTH = 300;
const REASON_LENGTH = 2000;

/** Most days after which an entry can expire. */
const MOST_DAYS = 3650;

const value = {
  kind: stringEnum(listedKinds),
  value: Type.String({ description: 'The listed value. Personal data' }),
  country: {
    ...NullableString,
    description: 'ISO 3166-1 alpha-3: issuing state of a document, null for any, or country of an address',
  },
  postcode: { ...NullableString, description: 'Postcode of an address; null for other kinds' },
};

const Entry = Type.Object(
  {
    id: Id,
    list: stringEnum(listNames),
    ...value,
    reason: Type.String(),
    by: RecordedPrincipal,
    at: DateTime,
    expires_at: NullableDateTime,
  },
  { title: 'List entry' },
);

const Listable = Type.Object(
  {
    ...value,
    list: { ...nullableEnum(listNames), description: 'The list that has the value; null for neither' },
  },
  { title: 'Listable value' },
);

const NewEntry = Type.Object({
  list: stringEnum(listNames),
  kind: stringEnum(listedKinds),
  value: Type.String({
    minLength: 1,
    maxLength: VALUE_LENGTH,
    description:
      'Document number; e-mail address, or `@` and a domain; phone number with country code; IP address or range such as `192.0.2.0/24`; ' +
      'street and house number of an address',
  }),
  country: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: value.country.description })),
  postcode: Type.Optional(
    Type.Union([Type.String({ maxLength: VALUE_LENGTH }), Type.Null()], { description: 'Postcode of an address' }),
  ),
  reason: Type.String({ minLength: 1, maxLength: REASON_LENGTH }),
  expires_in_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      description: 'Days until the entry is deleted; absent for an entry that stays',
    }),
  ),
  report_id: Type.Optional(Type.String({ description: 'The report that gave the reason, for the audit log' })),
});

/** Blocklist and allowlist of the account in one environment. */
export function listRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/list_entries',
    {
      config: { member: 'data.see' },
      schema: {
        description: 'Entries of a list, newest first. A page may be short. The audit log records who opened it.',
        params: PlaceParams,
        querystring: Type.Object({
          list: Type.Optional({ ...stringEnum(listNames), default: 'block' }),
          kind: Type.Optional({ ...stringEnum(listedKinds), description: 'Only entries of this kind' }),
          cursor: Cursor,
          limit: Limit,
        }),
        response: { 200: Type.Object({ entries: Type.Array(Entry), next: Next }) },
      },
    },
    async (request) => {
      const { list = 'block', kind, cursor, limit = 50 } = request.query;
      const { entries, next } = await pageOfList(ctxOf(services, request), { list, kind }, { after: cursor, limit });
      return { entries: entries.map(presentEntry), next };
    },
  );

  app.post(
    '/accounts/:account/:environment/list_entries',
    {
      config: { member: 'list.block' },
      schema: {
        description: 'Adds a value to a list. Only administrators add to the allowlist.',
        params: PlaceParams,
        body: NewEntry,
        response: { 201: Entry },
      },
    },
    async (request, reply) => {
      const { expires_in_days: days, reason, ...sent } = request.body;
      if (sent.list === 'allow') request.place.require('list.change');
      const ctx = ctxOf(services, request);
      const expires_at = days === undefined ? null : ctx.now() + days * DAY_MS;
      const entry = await addListEntry(ctx, { ...sent, reason, expires_at });
      return reply.code(201).send(presentEntry(entry));
    },
  );

  app.delete(
    '/accounts/:account/:environment/list_entries/:id',
    {
      config: { member: 'list.change' },
      schema: {
        description: 'Removes an entry. Later reports are no longer compared with it.',
        params: PlacedParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      await removeListEntry(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.get(
    '/accounts/:account/:environment/reports/:id/listable',
    {
      config: { member: 'list.block' },
      schema: {
        description: 'Values of a report and its applicant that can be added to a list.',
        params: PlacedParams,
        response: { 200: Type.Object({ values: Type.Array(Listable) }) },
      },
    },
    async (request) => ({ values: await listableOf(ctxOf(services, request), request.params.id) }),
  );
}

const presentEntry = ({ created_by, created_at, expires_at, ...entry }: ListEntry) => ({
  ...entry,
  by: recordedPrincipal(created_by),
  at: isoSeconds(created_at),
  expires_at: isoSecondsOrNull(expires_at),
});
