import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import type { Gate } from '../../http/gate.ts';
import { sendProblem } from '../../http/problems.ts';
import { addressRoutes } from '../common/addresses.ts';
import { describeVersion } from '../common/openapi.ts';
import { sdkTokenRoutes } from '../common/sdk-token.ts';
import { applicantRoutes } from '../v2/applicants.ts';
import { checkRoutes } from '../v2/checks.ts';
import { documentRoutes } from '../v2/documents.ts';
import { reportRoutes } from '../v2/reports.ts';
import type { EarlierVersion } from '../v2/versions.ts';
import { webhookRoutes } from '../v2/webhooks.ts';
import { v1Errors } from './problems.ts';
import { slvCodeRoutes } from './slv-codes.ts';

/** The resources of v1: those that v2 has too, and its own. */
const resources: readonly ((instance: FastifyInstance, version: EarlierVersion) => void)[] = [
  applicantRoutes,
  documentRoutes,
  checkRoutes,
  reportRoutes,
  webhookRoutes,
  (instance) => sdkTokenRoutes(instance),
  (instance) => addressRoutes(instance),
  slvCodeRoutes,
];

/** Serves v1 on `app`. */
export async function serveV1(app: FastifyInstance, { versions }: Services, gate: Gate): Promise<void> {
  const version = versions.named('v1') as EarlierVersion;
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendProblem(v1Errors));
      await describeVersion(app, instance, { version, errorFormat: v1Errors, errorIds: true, forms: true });
      await instance.register(async (guarded) => {
        gate(guarded, 'v2');
        for (const routes of resources) routes(guarded, version);
      });
    },
    { prefix: `/${version.name}` },
  );
}

export { v1Errors };
