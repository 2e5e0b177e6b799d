import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createSdkToken } from '../../core/tokens/sdk-token.ts';
import { readFields } from '../../http/form-fields.ts';
import { typed } from './route.ts';
import { NullableString } from './schemas.ts';

/** `POST /{v}/sdk_token`: JSON, form or multipart. */
export function sdkTokenRoutes(instance: FastifyInstance): void {
  const app = typed(instance);
  app.post(
    '/sdk_token',
    {
      preValidation: readFields,
      schema: {
        tags: ['sdk tokens'],
        summary: 'Generate an SDK token for one applicant',
        consumes: ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'],
        body: Type.Object({
          applicant_id: Type.String({ minLength: 1 }),
          referrer: Type.Optional(NullableString),
          application_id: Type.Optional(NullableString),
          cross_device_url: Type.Optional(NullableString),
        }),
        response: { 200: Type.Object({ token: Type.String() }) },
      },
    },
    async (request) => {
      const { ctx, tokenId } = request.session;
      const { applicant_id, referrer, application_id, cross_device_url } = request.body;
      const token = await createSdkToken(ctx, {
        applicantId: applicant_id,
        referrer: referrer ?? null,
        applicationId: application_id ?? null,
        crossDeviceUrl: cross_device_url ?? null,
        tokenId,
      });
      return { token };
    },
  );
}
