import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import {
  addPasskey,
  askForPasskey,
  beginPasskey,
  type Passkey,
  passkeysOf,
  proveWithPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from '../../members/passkeys.ts';
import { requireProof } from '../../members/sessions.ts';
import { DateTime, Empty, Id, IdParams, NullableDateTime } from '../common/schemas.ts';
import { deviceOf, setSessionCookie } from './cookie.ts';
import { presentSecret, SignedIn } from './session.ts';

const PasskeyBody = Type.Object(
  {
    id: Id,
    name: Type.String(),
    synced: Type.Boolean({ description: 'True if its provider copies it to other devices of the member' }),
    created_at: DateTime,
    last_used_at: NullableDateTime,
  },
  { title: 'Passkey' },
);

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });

/** Bytes of a credential, base64url: far more than any authenticator sends. */
const Bytes = Type.String({ maxLength: 20_000 });
const Credential = { id: Bytes, rawId: Bytes, type: Type.Literal('public-key') };
const Extensions = Type.Optional(Type.Unsafe<object>({ type: 'object' }));

export const Registration = Type.Object({
  ...Credential,
  clientExtensionResults: Extensions,
  response: Type.Object({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
});

const Assertion = Type.Object({
  ...Credential,
  clientExtensionResults: Extensions,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Bytes),
  }),
});

/** Options of a challenge for the browser. */
export const Options = Type.Unsafe<object>({
  type: 'object',
  additionalProperties: true,
  description: 'Options for the browser, in the JSON form of WebAuthn Level 3',
});

const presentPasskey = ({ id, name, synced, created_at, last_used_at }: Passkey) => ({
  id,
  name,
  synced,
  created_at: isoSeconds(created_at),
  last_used_at: isoSecondsOrNull(last_used_at),
});

/** Passkeys of the member, and signing in with them. */
export function passkeyRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const own = { member: 'signed_in' } as const;

  app.get(
    '/passkeys',
    { config: own, schema: { response: { 200: Type.Object({ passkeys: Type.Array(PasskeyBody) }) } } },
    async ({ signedIn }) => ({ passkeys: (await passkeysOf(services, signedIn.member.id)).map(presentPasskey) }),
  );

  app.post('/passkeys/options', { config: own, schema: { response: { 200: Options } } }, ({ signedIn }) => {
    requireProof(services, signedIn);
    return beginPasskey(services, signedIn);
  });

  app.post(
    '/passkeys',
    {
      config: own,
      schema: { body: Type.Object({ name: Name, response: Registration }), response: { 201: PasskeyBody } },
    },
    async ({ signedIn, body: { name, response } }, reply) => {
      requireProof(services, signedIn);
      const credential = { clientExtensionResults: {}, ...response } as Parameters<typeof addPasskey>[2]['response'];
      return reply.code(201).send(presentPasskey(await addPasskey(services, signedIn, { name, response: credential })));
    },
  );

  app.patch(
    '/passkeys/:id',
    { config: own, schema: { params: IdParams, body: Type.Object({ name: Name }), response: { 204: Empty } } },
    async ({ signedIn, params: { id }, body: { name } }, reply) => {
      await renamePasskey(services, signedIn, { id, name });
      return reply.code(204).send();
    },
  );

  app.delete(
    '/passkeys/:id',
    { config: own, schema: { params: IdParams, response: { 204: Empty } } },
    async ({ signedIn, params: { id } }, reply) => {
      requireProof(services, signedIn);
      await removePasskey(services, signedIn, id);
      return reply.code(204).send();
    },
  );

  app.post('/session/passkey/options', { config: { member: 'anyone' }, schema: { response: { 200: Options } } }, () =>
    askForPasskey(services),
  );

  app.post(
    '/session/passkey',
    {
      config: { member: 'anyone' },
      schema: {
        description: 'Signs in by a passkey alone: it counts as two factors.',
        body: Type.Object({ response: Assertion }),
        response: { 201: SignedIn },
      },
    },
    async (request, reply) => {
      const device = deviceOf(request);
      const secret = await signInWithPasskey(services, assertionOf(request.body.response), device);
      setSessionCookie(request, reply, secret, device);
      return reply.code(201).send(await presentSecret(services, secret));
    },
  );

  app.post('/session/proof/passkey/options', { config: own, schema: { response: { 200: Options } } }, ({ signedIn }) =>
    askForPasskey(services, signedIn),
  );

  app.post(
    '/session/proof/passkey',
    { config: own, schema: { body: Type.Object({ response: Assertion }), response: { 200: SignedIn } } },
    async (request, reply) => {
      const response = assertionOf(request.body.response);
      const device = deviceOf(request);
      const secret = await proveWithPasskey(services, request.signedIn, response, device);
      setSessionCookie(request, reply, secret, device);
      return presentSecret(services, secret);
    },
  );
}

const assertionOf = (assertion: Type.Static<typeof Assertion>) =>
  ({ clientExtensionResults: {}, ...assertion }) as Parameters<typeof signInWithPasskey>[1];
