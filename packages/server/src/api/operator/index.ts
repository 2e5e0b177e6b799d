import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';
import type { WrongCredentials } from '../../http/wrong-credentials.ts';
import { accountRoutes } from './accounts.ts';
import { addressRoutes } from './addresses.ts';
import { applicantRoutes } from './applicants.ts';
import { auditRoutes } from './audit.ts';
import { checkRoutes } from './checks.ts';
import { compromisedRoutes } from './compromised.ts';
import { credentialIssuerRoutes } from './credential-issuers.ts';
import { credentialStatusListRoutes } from './credential-status-lists.ts';
import { deliveryRoutes } from './deliveries.ts';
import { demoRoutes } from './demo.ts';
import { evidenceCertificateRoutes } from './evidence-certificate.ts';
import { admitOperators } from './gate.ts';
import { healthRoutes } from './health.ts';
import { keyRoutes } from './keys.ts';
import { operatorMemberRoutes } from './members.ts';
import { monitorRoutes } from './monitors.ts';
import { operatorKeyRoutes } from './operator-keys.ts';
import { mailRoutes, messageRoutes } from './outbox.ts';
import { passkeyRoutes } from './passkeys.ts';
import { proposalRoutes } from './proposals.ts';
import { reportRoutes } from './reports.ts';
import { rescreenRoutes } from './rescreen.ts';
import { resultsFeedbackRoutes } from './results-feedback.ts';
import { retentionRoutes } from './retention.ts';
import { screeningRoutes } from './screening.ts';
import { sealKeyRoutes } from './seal-keys.ts';
import { searchRoutes } from './search.ts';
import { sourceAnswerRoutes } from './source-answers.ts';
import { sourceImportRoutes } from './source-imports.ts';
import { sourceRoutes } from './sources.ts';
import { stateCertificateRoutes } from './state-certificates.ts';
import { suppressionRoutes } from './suppressions.ts';
import { tokenRoutes } from './tokens.ts';
import { watchlistImportRoutes } from './watchlist-imports.ts';
import { watchlistRoutes } from './watchlists.ts';
import { workflowRunRoutes } from './workflow-runs.ts';

/** Path of the operator interface, which the command line and the dashboard call. */
const OPERATOR_PATH = '/operator/v1';

/** The resources of the operator interface; a new one is a file and a line here. */
const resources: readonly ((instance: FastifyInstance, services: Services) => void)[] = [
  accountRoutes,
  operatorKeyRoutes,
  keyRoutes,
  operatorMemberRoutes,
  tokenRoutes,
  deliveryRoutes,
  applicantRoutes,
  retentionRoutes,
  searchRoutes,
  checkRoutes,
  reportRoutes,
  resultsFeedbackRoutes,
  passkeyRoutes,
  auditRoutes,
  workflowRunRoutes,
  evidenceCertificateRoutes,
  mailRoutes,
  messageRoutes,
  addressRoutes,
  compromisedRoutes,
  stateCertificateRoutes,
  sealKeyRoutes,
  credentialIssuerRoutes,
  credentialStatusListRoutes,
  watchlistRoutes,
  watchlistImportRoutes,
  screeningRoutes,
  rescreenRoutes,
  suppressionRoutes,
  monitorRoutes,
  proposalRoutes,
  sourceImportRoutes,
  sourceRoutes,
  sourceAnswerRoutes,
  healthRoutes,
  demoRoutes,
];

/** Serves the operator interface on `app`: over all accounts, behind operator keys, which no API token replaces. */
export async function serveOperator(app: FastifyInstance, services: Services, wrong: WrongCredentials): Promise<void> {
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendProblem(v3Errors));
      admitOperators(instance, services, wrong);
      for (const routes of resources) routes(instance, services);
    },
    { prefix: OPERATOR_PATH },
  );
}
