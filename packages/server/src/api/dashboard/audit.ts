import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { auditActions } from '../../audit/actions.ts';
import { DEPLOYMENT } from '../../audit/entry.ts';
import { listAudit } from '../../audit/list.ts';
import { verifyAudit } from '../../audit/verify.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { MemberAction } from '../../context/permissions.ts';
import { recordOf } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { NextNumber } from '../common/schemas.ts';
import {
  AnchorsBody,
  AuditEntryBody,
  AuditExportQuery,
  AuditVerdictBody,
  presentAuditEntry,
  sendAuditExport,
  timeOf,
} from '../operator/audit.ts';
import { AccountParams } from '../operator/schemas.ts';
import { revealAll, withoutDecisions } from './audit-decisions.ts';

const Time = Type.Optional(Type.String({ format: 'date-time' }));

const ListQuery = Type.Object({
  actor: Type.Optional(
    Type.String({ pattern: '^[a-z]+:.+$', description: 'Kind and id of the principal, such as `member:0192…`' }),
  ),
  action: Type.Optional(stringEnum(Object.keys(auditActions))),
  object: Type.Optional(Type.String({ maxLength: 200, description: 'Id of an object' })),
  since: Time,
  until: Time,
  cursor: Type.Optional(Type.Integer({ minimum: 1, description: '`next` of the previous page' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
});

const Page = Type.Object({
  entries: Type.Array(AuditEntryBody),
  next: NextNumber,
});

/** The audit log of an account, complete or for the member's own actions, and the log of events that belong to no account. */
export function auditRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/audit/actions',
    {
      config: { member: 'audit.see_own' },
      schema: {
        description: 'The actions that entries are filtered by.',
        params: AccountParams,
        response: { 200: Type.Object({ actions: Type.Array(Type.String()) }) },
      },
    },
    () => ({ actions: Object.keys(auditActions) }),
  );

  chainRoutes(instance, services, {
    path: '/accounts/:account/audit',
    list: 'audit.see_own',
    verify: 'audit.see',
    export: 'audit.export',
    about: 'Entries, newest first; roles without `audit.see` get their own.',
    reveals: true,
    chainOf: (account) => account,
  });
  chainRoutes(instance, services, {
    path: '/accounts/:account/deployment_audit',
    list: 'deployment.audit',
    verify: 'deployment.audit',
    export: 'deployment.audit',
    about: 'Entries about objects that belong to no account, such as lists and operator keys, newest first.',
    chainOf: () => DEPLOYMENT,
  });
}

const REVEALED = ' The member then knows the decisions that wait for a second look.';

interface Chain {
  readonly path: string;
  readonly about: string;
  /** Actions on it and the members who may perform them. */
  readonly list: MemberAction;
  readonly verify: MemberAction;
  readonly export: MemberAction;
  /** True for the chain with the decisions on reports. */
  readonly reveals?: true;
  chainOf(account: string): string;
}

function chainRoutes(
  instance: FastifyInstance,
  services: Services,
  { path, chainOf, about, reveals, ...may }: Chain,
): void {
  const app = typed(instance);

  app.get(
    path,
    {
      config: { member: may.list },
      schema: { description: about, params: AccountParams, querystring: ListQuery, response: { 200: Page } },
    },
    async ({ params: { account }, query, principal, place }) => {
      const { actor, action, object, since, until, cursor, limit = 50 } = query;
      const own = place.may('audit.see') ? actor : recordOf(principal);
      const filter = { actor: own, action, object, since: timeOf(since), until: timeOf(until) };
      const { entries, next } = await listAudit(services, chainOf(account), { filter, limit, after: cursor });
      const shown = reveals
        ? await withoutDecisions(services, { account: place.account, principal }, entries)
        : entries;
      return { entries: shown.map(presentAuditEntry), next };
    },
  );

  const verified = { params: AccountParams, response: { 200: AuditVerdictBody } };
  app.get(
    `${path}/verify`,
    {
      config: { member: may.verify },
      schema: { ...verified, description: 'Recomputes the chain, and names the first broken entry.' },
    },
    ({ params: { account } }) => verifyAudit(services, chainOf(account)),
  );

  app.post(
    `${path}/verify`,
    {
      config: { member: may.verify },
      schema: {
        ...verified,
        description:
          'Verifies the chain and compares it with anchors that were stored outside the service. Only anchors reveal a removed end.',
        body: AnchorsBody,
      },
    },
    ({ params: { account }, body: { anchors } }) => verifyAudit(services, chainOf(account), anchors),
  );

  app.get(
    `${path}/export`,
    {
      config: { member: may.export },
      schema: {
        description: `All entries from the first, as JSON Lines or CSV. The log has an entry of the export.${reveals ? REVEALED : ''}`,
        params: AccountParams,
        querystring: AuditExportQuery,
      },
    },
    async ({ params: { account }, query: { format }, principal, place }, reply) => {
      // An export with gaps could not be verified.
      if (reveals) await revealAll(services, { account: place.account, principal });
      return sendAuditExport(services, principal, { chain: chainOf(account), format, reply });
    },
  );
}
