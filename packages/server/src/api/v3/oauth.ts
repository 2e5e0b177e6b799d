import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { ACCESS_TOKEN_SECONDS, exchangeClientCredentials } from '../../accounts/tokens/oauth.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { isWrong, type WrongCredentials } from '../../http/wrong-credentials.ts';

/** `POST /{v}/oauth/token`: client credentials, no token header. */
export function oauthRoutes(instance: FastifyInstance, services: Services, wrong: WrongCredentials): void {
  const app = typed(instance);
  app.post(
    '/oauth/token',
    {
      schema: {
        tags: ['oauth'],
        summary: 'Exchange client credentials for an access token',
        security: [],
        consumes: ['application/x-www-form-urlencoded', 'application/json'],
        body: Type.Object({
          client_id: Type.String({ minLength: 1 }),
          client_secret: Type.String({ minLength: 1 }),
          grant_type: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: ['client_credentials'] })),
        }),
        response: {
          200: Type.Object({
            access_token: Type.String(),
            expires_in: Type.Integer({ description: 'Seconds' }),
            token_type: Type.String(),
          }),
        },
      },
    },
    async (request) => {
      const { client_id, client_secret } = request.body;
      const access_token = await exchangeClientCredentials(services, client_id, client_secret).catch(async (error) => {
        throw isWrong(error) ? await wrong.refusal(request.ip, client_id, error) : error;
      });
      return { access_token, expires_in: ACCESS_TOKEN_SECONDS, token_type: 'Bearer' };
    },
  );
}
