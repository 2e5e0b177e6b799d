import type { FastifyInstance } from 'fastify';
import type { Services } from '../../context/services.ts';
import { sendProblem, v3Errors } from '../../http/problems.ts';
import { singleApplicantRoutes } from './applicant.ts';
import { applicantImportRoutes } from './applicant-imports.ts';
import { applicantLinkRoutes } from './applicant-links.ts';
import { applicantRoutes } from './applicants.ts';
import { assignmentRoutes } from './assignments.ts';
import { auditRoutes } from './audit.ts';
import { automationRoutes } from './automation.ts';
import { caseExportRoutes } from './case-export.ts';
import { caseFileRoutes } from './case-files.ts';
import { caseTagRoutes } from './case-tags.ts';
import { caseRoutes } from './cases.ts';
import { singleCheckRoutes } from './check.ts';
import { checkRoutes } from './checks.ts';
import { claimRoutes } from './claims.ts';
import { clearTogetherRoutes } from './clear-together.ts';
import { deliveryRoutes } from './deliveries.ts';
import { eventRoutes } from './events.ts';
import { findRoutes } from './find.ts';
import { admitMembers } from './gate.ts';
import { informationRequestRoutes } from './information-requests.ts';
import { insightRoutes } from './insights.ts';
import { invitationRoutes } from './invitations.ts';
import { listRoutes } from './lists.ts';
import { mediaRoutes } from './media.ts';
import { memberRoutes } from './members.ts';
import { mentionRoutes } from './mentions.ts';
import { noticeRoutes } from './notices.ts';
import { describeDashboard } from './openapi.ts';
import { openIdRoutes } from './openid.ts';
import { overturnRoutes } from './overturns.ts';
import { overviewRoutes } from './overview.ts';
import { ownAccountRoutes } from './own-account.ts';
import { passkeyRoutes } from './passkeys.ts';
import { permissionRoutes } from './permissions.ts';
import { qualityRoutes } from './quality.ts';
import { queueRoutes } from './queue.ts';
import { relatedRoutes } from './related.ts';
import { reportRoutes } from './reports.ts';
import { requestRoutes } from './requests.ts';
import { sandboxRoutes } from './sandbox.ts';
import { savedViewRoutes } from './saved-views.ts';
import { screeningRoutes } from './screening.ts';
import { hideDecisions } from './second-look-gate.ts';
import { secondLookRoutes } from './second-looks.ts';
import { sessionRoutes } from './session.ts';
import { settingRoutes } from './settings.ts';
import { startRoutes } from './start.ts';
import { statesRoutes } from './states.ts';
import { tokenRoutes } from './tokens.ts';
import { updateRoutes } from './updates.ts';
import { uploadRoutes } from './uploads.ts';
import { watchlistRoutes } from './watchlists.ts';
import { webhookRoutes } from './webhooks.ts';
import { workflowDryRunRoutes } from './workflow-dry-run.ts';
import { workflowFileRoutes } from './workflow-files.ts';
import { workflowPublishRoutes } from './workflow-publish.ts';
import { workflowRoutes } from './workflows.ts';

/** Path of the interface that the pages of the dashboard call. */
const DASHBOARD_API_PATH = '/dashboard/api';

/** The resources of the dashboard; a new one is a file and a line here. */
const resources: readonly ((instance: FastifyInstance, services: Services) => void)[] = [
  sessionRoutes,
  invitationRoutes,
  noticeRoutes,
  ownAccountRoutes,
  passkeyRoutes,
  openIdRoutes,
  memberRoutes,
  permissionRoutes,
  findRoutes,
  overviewRoutes,
  insightRoutes,
  qualityRoutes,
  updateRoutes,
  checkRoutes,
  singleCheckRoutes,
  statesRoutes,
  queueRoutes,
  claimRoutes,
  assignmentRoutes,
  caseRoutes,
  caseTagRoutes,
  caseFileRoutes,
  caseExportRoutes,
  mentionRoutes,
  savedViewRoutes,
  clearTogetherRoutes,
  reportRoutes,
  overturnRoutes,
  secondLookRoutes,
  informationRequestRoutes,
  mediaRoutes,
  applicantRoutes,
  singleApplicantRoutes,
  relatedRoutes,
  uploadRoutes,
  startRoutes,
  applicantLinkRoutes,
  applicantImportRoutes,
  workflowRoutes,
  workflowFileRoutes,
  workflowDryRunRoutes,
  workflowPublishRoutes,
  screeningRoutes,
  listRoutes,
  requestRoutes,
  tokenRoutes,
  webhookRoutes,
  deliveryRoutes,
  eventRoutes,
  sandboxRoutes,
  settingRoutes,
  automationRoutes,
  watchlistRoutes,
  auditRoutes,
];

/** Serves the interface of the dashboard on `app`, behind sessions of members. */
export async function serveDashboard(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(
    async (instance) => {
      instance.setErrorHandler(sendProblem(v3Errors));
      admitMembers(instance, services);
      hideDecisions(instance, services);
      await describeDashboard(instance);
      for (const routes of resources) routes(instance, services);
    },
    { prefix: DASHBOARD_API_PATH },
  );
}
