import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createOperatorKey } from '../../accounts/operator-keys/create.ts';
import { listOperatorKeysOf, type OperatorKeyFacts } from '../../accounts/operator-keys/list.ts';
import { revokeOperatorKey } from '../../accounts/operator-keys/revoke.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime, Empty, Id, IdParams, NullableDateTime } from '../common/schemas.ts';
import { Name, RecordedPrincipal } from './schemas.ts';

const facts = {
  id: Id,
  name: Type.String(),
  source: Type.String({ description: '`created`, or the place of the first key of a process: `setting` or `file`' }),
  prefix: Type.String({ description: 'First characters of the secret; empty for the key of a setting or a file' }),
  last_four: Type.String({ description: 'Last characters of the secret; empty if the secret has less than 32' }),
  active: Type.Boolean({ description: 'True if the key opens the operator interface of the answering process' }),
  created_at: DateTime,
  created_by: RecordedPrincipal,
  last_used_at: NullableDateTime,
  revoked_at: NullableDateTime,
  revoked_by: RecordedPrincipal,
};

const OperatorKey = Type.Object(facts, { title: 'Operator key' });
const MadeKey = Type.Object({ ...facts, key: Type.String({ description: 'The secret, shown only once' }) });

function presentKey(key: OperatorKeyFacts) {
  return {
    ...key,
    created_at: isoSeconds(key.created_at),
    last_used_at: isoSecondsOrNull(key.last_used_at),
    revoked_at: isoSecondsOrNull(key.revoked_at),
  };
}

/** Operator keys: create, list, revoke. */
export function operatorKeyRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/operator_keys',
    { schema: { body: Type.Object({ name: Name }), response: { 201: MadeKey } } },
    async (request, reply) => {
      const { secret, key } = await createOperatorKey(services, request.body.name, request.principal);
      return reply.code(201).send({ ...presentKey(key), key: secret });
    },
  );

  app.get(
    '/operator_keys',
    { schema: { response: { 200: Type.Object({ operator_keys: Type.Array(OperatorKey) }) } } },
    async () => ({ operator_keys: (await listOperatorKeysOf(services)).map(presentKey) }),
  );

  app.delete(
    '/operator_keys/:id',
    { schema: { params: IdParams, response: { 204: Empty } } },
    async (request, reply) => {
      await revokeOperatorKey(services, request.params.id, request.principal);
      return reply.code(204).send();
    },
  );
}
