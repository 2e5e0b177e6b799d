import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { queueLinkMessage } from '../../messages/sms/queue.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';

const anything = Type.Optional(Type.Unsafe<unknown>({}));

/** `POST {telephony_url}/v1/cross_device_sms`: the link to a phone as a text message. */
export function linkMessageRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/v1/cross_device_sms',
    {
      ...sdkOnly,
      schema: {
        body: Type.Object({ to: anything, id: anything, language: anything }),
        response: { 200: Type.Object({ status: Type.Literal('OK') }) },
      },
    },
    async (request) => {
      const { ctx, sdk } = request.session;
      const page = sdk?.crossDeviceUrl ?? sdk?.hostedUrl ?? ctx.services.urls.api;
      const { to, id, language } = request.body;
      await queueLinkMessage(ctx, { applicantId: sdkApplicant(request), to, id, language, page });
      return { status: 'OK' as const };
    },
  );
}
