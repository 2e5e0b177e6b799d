import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import Type from 'typebox';
import { auditActions } from '../../audit/actions.ts';
import { type AuditEntry, DEPLOYMENT } from '../../audit/entry.ts';
import { type AuditFormat, auditFormats, openAuditExport } from '../../audit/export.ts';
import { type AuditFilter, listAudit } from '../../audit/list.ts';
import { type AuditAnchor, verifyAudit } from '../../audit/verify.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import { getAccount } from '../../context/account-facts.ts';
import type { Principal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { instantOf } from '../../input-rules/date.ts';
import { DateTime, Id, NextNumber } from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';

const MOST = { page: 500, anchors: 5_000 } as const;

const Hash = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hexadecimal digits' });
const EntryNumber = Type.Integer({ minimum: 0, description: 'Number of the entry, from 1 in each chain' });
const Anchor = Type.Object({ number: EntryNumber, hash: Hash });

/** Heads that were kept outside of the store. */
export const AnchorsBody = Type.Object({ anchors: Type.Array(Anchor, { maxItems: MOST.anchors }) });

export const AuditEntryBody = Type.Object(
  {
    number: EntryNumber,
    at: DateTime,
    actor: RecordedPrincipal,
    address: NullableString,
    action: Type.String(),
    object: Type.Object({ type: Type.String(), id: Type.String() }),
    account_id: NullableString,
    environment: NullableString,
    details: Type.Record(Type.String(), Type.Unknown()),
    hash: Hash,
  },
  { title: 'Audit entry' },
);

export const AuditVerdictBody = Type.Object(
  {
    entries: Type.Integer({ description: 'Number of intact entries, from the first' }),
    head: Anchor,
    broken: nullableObject(
      Type.Object({ number: EntryNumber, reason: Type.String() }, { description: 'The first broken entry' }),
    ),
  },
  { title: 'Verdict on an audit log' },
);

const Time = Type.Optional(Type.String({ format: 'date-time' }));

const ListQuery = Type.Object({
  actor: Type.Optional(
    Type.String({ pattern: '^[a-z]+:.+$', description: 'Kind and id of the principal, such as `operator:0192…`' }),
  ),
  action: Type.Optional(stringEnum(Object.keys(auditActions))),
  object: Type.Optional(Type.String({ description: 'Id of an object' })),
  since: Time,
  until: Time,
  limit: Type.Integer({ minimum: 1, maximum: MOST.page, default: 20 }),
  after: Type.Optional(Type.Integer({ minimum: 1, description: '`next` of the previous page' })),
});

/** The audit log of an account, and the log of events that belong to no account. */
export function auditRoutes(instance: FastifyInstance, services: Services): void {
  const ofAccount = async ({ account }: { account?: string }) => {
    await getAccount(services, account as string);
    return account as string;
  };
  const params = Type.Object({ account: Id });
  chainRoutes(instance, services, { prefix: '/accounts/:account', schema: { params }, chainOf: ofAccount });
  chainRoutes(instance, services, { prefix: '', schema: {}, chainOf: async () => DEPLOYMENT });
}

interface Chain {
  readonly prefix: string;
  readonly schema: object;
  chainOf(params: { account?: string }): Promise<string>;
}

function chainRoutes(instance: FastifyInstance, services: Services, { prefix, schema, chainOf }: Chain): void {
  const app = typed(instance);

  app.get(
    `${prefix}/audit`,
    {
      schema: {
        ...schema,
        description: 'Entries, newest first.',
        querystring: ListQuery,
        response: {
          200: Type.Object({
            entries: Type.Array(AuditEntryBody),
            next: NextNumber,
          }),
        },
      },
    },
    async ({ params, query: { limit, after, since, until, ...rest } }) => {
      const filter: AuditFilter = { ...rest, since: timeOf(since), until: timeOf(until) };
      const { entries, next } = await listAudit(services, await chainOf(params as object), { filter, limit, after });
      return { entries: entries.map(presentAuditEntry), next };
    },
  );

  const verified = { ...schema, response: { 200: AuditVerdictBody } };
  const verify = async (place: object, anchors: readonly AuditAnchor[]) =>
    verifyAudit(services, await chainOf(place), anchors);
  app.get(`${prefix}/audit/verify`, { schema: verified }, ({ params }) => verify(params as object, []));
  app.post(
    `${prefix}/audit/verify`,
    {
      schema: {
        ...verified,
        description: 'Verifies the chain and compares it with anchors that were stored outside the service.',
        body: AnchorsBody,
      },
    },
    ({ params, body }) => verify(params as object, body.anchors),
  );

  app.get(
    `${prefix}/audit/export`,
    {
      schema: {
        ...schema,
        description: 'All entries from the first, as JSON Lines or CSV. The log has an entry of the export.',
        querystring: AuditExportQuery,
      },
    },
    async (request, reply) => {
      const { format } = request.query as { format: AuditFormat };
      const chain = await chainOf(request.params as object);
      return sendAuditExport(services, request.principal as Principal, { chain, format, reply });
    },
  );
}

export const AuditExportQuery = Type.Object({ format: stringEnum(auditFormats, { default: 'jsonl' }) });

/** Streams the whole log as a file; the log has an entry of it. */
export async function sendAuditExport(
  services: Services,
  principal: Principal,
  { chain, format, reply }: { readonly chain: string; readonly format: AuditFormat; readonly reply: FastifyReply },
): Promise<FastifyReply> {
  const lines = await openAuditExport(services, principal, { chain, format });
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="audit_${chain}.${format}"`)
    .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8')
    .send(Readable.from(lines));
}

export const timeOf = (text: string | undefined) => (text === undefined ? undefined : instantOf(text));
export const presentAuditEntry = (entry: AuditEntry) => ({
  ...entry,
  at: isoSeconds(entry.at),
  details: { ...entry.details },
});
