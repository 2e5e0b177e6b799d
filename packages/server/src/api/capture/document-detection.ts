import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { detectDocument } from '../../media/detect-document.ts';
import { sdkOnly } from '../common/sdk-only.ts';

/** `POST {detect_document_url}/validate_document`: the frames of an SDK that takes the picture by itself. */
export function documentDetectionRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/validate_document',
    {
      ...sdkOnly,
      // The older SDK sends the token without a scheme.
      config: { sdk: 'bare' },
      schema: { body: Type.Object({ image: Type.String(), id: Type.Optional(Type.Unsafe<unknown>({})) }) },
    },
    async ({ session, body, id: requestId }) => {
      const { isDocument, valid, breakdown } = await detectDocument(session.ctx, {
        applicantId: session.sdk?.applicantId ?? '',
        image: body.image,
      });
      // Frames overlap: an SDK that numbers them finds the answer by its number.
      return { id: body.id ?? requestId, is_document: isDocument, valid, breakdown };
    },
  );
}
