import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { Problem } from '../../base/errors.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { beginOpenId, endOpenId, UnverifiedAnswer } from '../../members/openid.ts';
import { findSession } from '../../members/sessions.ts';
import { deviceOf, keptCookie, sessionSecret, setKeptCookie, setSessionCookie } from './cookie.ts';

/** Pattern of pages of the dashboard, so that a forged address can't lead anywhere else. */
const Back = Type.Optional(Type.String({ pattern: '^/(?![/\\\\])', maxLength: 1000, default: '/' }));

/** Signing in at the OpenID provider: the browser opens these addresses itself. */
export function openIdRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/sign-in',
    {
      config: { member: 'anyone' },
      schema: {
        description: 'The ways to sign in to this service.',
        response: {
          200: Type.Object({
            own: Type.Boolean({ description: 'True if members can sign in with a password or passkey' }),
            openid: Type.Boolean(),
          }),
        },
      },
    },
    () => ({ own: services.settings.oidcOnly === 'off', openid: services.settings.oidcIssuer !== null }),
  );

  app.get(
    '/session/openid',
    {
      config: { member: 'anyone' },
      schema: {
        description:
          'Sends the browser to the provider, and to the page `back` after it. `prove`: the provider asks again.',
        querystring: Type.Object({ back: Back, prove: Type.Optional(Type.Boolean()) }),
      },
    },
    async (request, reply) => {
      const { back = '/', prove = false } = request.query;
      const secret = sessionSecret(request);
      const session = prove && secret !== undefined ? await findSession(services, secret) : undefined;
      const { url, kept } = await beginOpenId(services, { back, proves: session?.id ?? null, invitation: null });
      setKeptCookie(request, reply, kept);
      return reply.header('cache-control', 'no-store').redirect(url, 302);
    },
  );

  app.get(
    '/session/openid/callback',
    {
      config: { member: 'anyone' },
      schema: { description: 'Receives the browser from the provider. A refusal opens the sign-in page.' },
    },
    async (request, reply) => {
      const kept = keptCookie(request);
      const device = deviceOf(request);
      setKeptCookie(request, reply, '');
      const query = request.url.split('?')[1] ?? '';
      reply.header('cache-control', 'no-store');
      try {
        const { secret, back } = await endOpenId(services, { query, kept }, device);
        setSessionCookie(request, reply, secret, device);
        return reply.redirect(`/dashboard${back}`, 302);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const reason = error instanceof UnverifiedAnswer ? 'answer_not_verified' : error.type;
        return reply.redirect(`/dashboard/sign-in?refused=${reason}`, 302);
      }
    },
  );
}
