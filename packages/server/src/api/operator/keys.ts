import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { removeMasterKey, rotateMasterKey } from '../../keys/rotate-master.ts';
import { rotatableKeys, rotateVersion } from '../../keys/rotate-version.ts';
import { keysStatus } from '../../keys/status.ts';
import { DateTime, Empty, NullableDateTime } from '../common/schemas.ts';

const Key = Type.Object(
  {
    key: Type.String({ description: 'Name of the key' }),
    account_id: Type.Union([Type.String(), Type.Null()]),
    protects: Type.String(),
    version: Type.Union([Type.Integer(), Type.Null()]),
    state: Type.Enum(['next', 'current', 'accepted', 'removable']),
    fingerprint: Type.String(),
    created_at: NullableDateTime,
    active_from: NullableDateTime,
    accepted_until: NullableDateTime,
    used_at: NullableDateTime,
    remaining: Type.Union([Type.Integer(), Type.Null()]),
    replace: Type.String({ description: 'Command or step that replaces the key' }),
  },
  { title: 'Version of a key' },
);

/** Keys of the deployment: status, rotation, removal of a master key. */
export function keyRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get('/keys', { schema: { response: { 200: Type.Object({ keys: Type.Array(Key) }) } } }, async () => ({
    keys: (await keysStatus(services)).map((key) => ({
      ...key,
      created_at: isoSecondsOrNull(key.created_at),
      active_from: isoSecondsOrNull(key.active_from),
      accepted_until: isoSecondsOrNull(key.accepted_until),
      used_at: isoSecondsOrNull(key.used_at),
    })),
  }));

  app.post(
    '/keys/master/rotate',
    { schema: { response: { 200: Type.Object({ fingerprint: Type.String(), created_at: DateTime }) } } },
    async (request) => {
      const { fingerprint, created_at } = await rotateMasterKey(services, request.principal);
      return { fingerprint, created_at: isoSeconds(created_at) };
    },
  );

  app.post(
    '/keys/:key/rotate',
    {
      schema: {
        params: Type.Object({ key: Type.Enum([...rotatableKeys]) }),
        response: { 200: Type.Object({ version: Type.Integer(), active_from: DateTime }) },
      },
    },
    async (request) => {
      const { version, active_from } = await rotateVersion(services, request.params.key, request.principal);
      return { version, active_from: isoSeconds(active_from) };
    },
  );

  app.delete(
    '/keys/master/:fingerprint',
    { schema: { params: Type.Object({ fingerprint: Type.String() }), response: { 204: Empty } } },
    async (request, reply) => {
      await removeMasterKey(services, request.params.fingerprint, request.principal);
      return reply.code(204).send();
    },
  );
}
