import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { referrerPattern } from '../../applicants/sdk-tokens/referrer.ts';
import { createSdkToken } from '../../applicants/sdk-tokens/sdk-token.ts';
import { invalid } from '../../base/errors.ts';
import { reachedAt } from '../../http/address.ts';
import { readFields } from '../../http/form-fields.ts';
import { typed } from '../../http/typed.ts';
import { bounds } from '../../input-rules/bounds.ts';
import { errorsOf, optional, optionalText } from '../../input-rules/rule.ts';
import { webUrl } from '../../input-rules/url.ts';

/** Each of these becomes part of the token, which is sent in a header. */
const textUpTo = (maxLength: number) => Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength });

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
          referrer: Type.Optional(textUpTo(bounds.url)),
          application_id: Type.Optional(textUpTo(bounds.applicationId)),
          cross_device_url: Type.Optional(textUpTo(bounds.url)),
        }),
        response: { 200: Type.Object({ token: Type.String() }) },
      },
    },
    async (request) => {
      const { ctx } = request.session;
      const { applicant_id, referrer, application_id, cross_device_url } = request.body;
      const wrong = errorsOf(
        { referrer, cross_device_url },
        { referrer: optional(referrerPattern), cross_device_url: optionalText(webUrl) },
      );
      if (wrong) throw invalid(wrong);
      const token = await createSdkToken(ctx, {
        applicantId: applicant_id,
        referrer: referrer ?? null,
        // A form can't omit a field: an empty one is absent.
        applicationId: application_id || null,
        crossDeviceUrl: cross_device_url || null,
        address: reachedAt(request, ctx.services),
        tokenId: ctx.principal.id,
      });
      return { token };
    },
  );
}
