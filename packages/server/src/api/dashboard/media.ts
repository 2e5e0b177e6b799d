import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { mediaBytes } from '../../media/get.ts';
import { findAnyMedia, viewOf } from '../../review/view.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';

/** Pictures and films that applicants have uploaded. */
export function mediaRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  app.get(
    '/accounts/:account/:environment/media/:id',
    {
      config: { member: 'media.open' },
      schema: {
        description:
          'Returns an upload. `view`: an image for the screen without metadata; for a video, one frame. `original`: the uploaded file as a ' +
          'download. The audit log records the choice.',
        params: PlacedParams,
        querystring: Type.Object({
          size: Type.Optional(stringEnum(['view', 'original'] as const, { default: 'view' })),
          at: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 3600,
              description: 'Time of the frame in a video, in seconds from its start; default: the first frame',
            }),
          ),
          page: Type.Optional(
            Type.Integer({ minimum: 0, maximum: 1000, default: 0, description: 'Page of a PDF, from 0' }),
          ),
        }),
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const { size = 'view', page = 0, at } = request.query;
      if (size === 'view') {
        const { body, mediaType } = await viewOf(ctx, id, { page, at });
        return reply.type(mediaType).send(body);
      }
      const media = await findAnyMedia(ctx, id);
      await recordAudit(ctx, { action: 'media_downloaded', object_id: id });
      const { media_type: mediaType, file_name: fileName, file_size } = media;
      return sendFile(reply, { body: await mediaBytes(ctx, media), mediaType, fileName, size: file_size });
    },
  );
}
