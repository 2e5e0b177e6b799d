import type { FastifyInstance } from 'fastify';
import type { Gate } from '../../http/gate.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';
import { analyticsRoutes } from './analytics.ts';
import { binaryMediaRoutes } from './binary-media.ts';
import { brandingRoutes } from './branding.ts';
import { openToBrowsers } from './browsers.ts';
import { documentDetectionRoutes } from './document-detection.ts';
import { linkMessageRoutes } from './link-messages.ts';

/** Serves the routes of capture SDKs that have no version, at the addresses in their token. */
export async function serveCapture(app: FastifyInstance, gate: Gate): Promise<void> {
  await app.register(async (outer) => {
    outer.setErrorHandler(sendProblem(v3Errors));
    await outer.register(async (guarded) => {
      openToBrowsers(outer, guarded);
      gate(guarded);
      linkMessageRoutes(guarded);
      documentDetectionRoutes(guarded);
      brandingRoutes(guarded);
      analyticsRoutes(guarded, '/v4/sdk/analytics');
      binaryMediaRoutes(guarded);
    });
  });
}
