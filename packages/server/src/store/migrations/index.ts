import { mainJob } from './0001-main-job.ts';
import { mails } from './0002-mails.ts';
import { documentNumbers } from './0003-document-numbers.ts';
import { liveAnalysis } from './0004-live-analysis.ts';
import { capture } from './0005-capture.ts';
import { workflows } from './0006-workflows.ts';
import { sealedDeliveries } from './0007-sealed-deliveries.ts';
import { branding } from './0009-branding.ts';
import { principals } from './0010-principals.ts';
import { auditEntries } from './0011-audit-entries.ts';
import { stateCertificates } from './0012-state-certificates.ts';
import { watchlists } from './0013-watchlists.ts';
import { monitors } from './0014-monitors.ts';
import { suppressions } from './0015-suppressions.ts';
import { proposals } from './0016-proposals.ts';
import { sources } from './0018-sources.ts';
import { devices } from './0019-devices.ts';
import { watchlistImports } from './0020-watchlist-imports.ts';
import { thresholdChanges } from './0021-threshold-changes.ts';
import { searchTerms } from './0022-search-terms.ts';
import { proposalsAndImports } from './0023-proposals-and-imports.ts';
import { auditChain } from './0024-audit-chain.ts';
import { members } from './0026-members.ts';
import { review } from './0028-review.ts';
import { checksByDay } from './0029-checks-by-day.ts';
import { developerLists } from './0030-developer-lists.ts';
import { requestLog } from './0032-request-log.ts';
import { dashboardLists } from './0034-dashboard-lists.ts';
import { signInWays } from './0035-sign-in-ways.ts';
import { memberNotices } from './0038-member-notices.ts';
import { reviewNotes } from './0039-review-notes.ts';
import { reviewOrder } from './0040-review-order.ts';
import { noticeTries } from './0043-notice-tries.ts';
import { runReviews } from './0043b-run-reviews.ts';
import { applicantPasskeys } from './0044-applicant-passkeys.ts';
import { biometricTokens } from './0045-biometric-tokens.ts';
import { resultsFeedback } from './0046-results-feedback.ts';
import { notices } from './0048-notices.ts';
import { retention } from './0049-retention.ts';
import { searchPending } from './0050-search-pending.ts';
import { acceptedMemberships } from './0051-accepted-memberships.ts';
import { reviewFiling } from './0054-review-filing.ts';
import { mediaKeys } from './0055-media-keys.ts';
import { checkErasures } from './0056-check-erasures.ts';
import { eventQuarters } from './0057-event-quarters.ts';
import { requestDayLocks } from './0058-request-day-locks.ts';
import { auditedAutomation } from './0059-audited-automation.ts';
import { informationRequests } from './0060-information-requests.ts';
import { pausedWebhooks } from './0061-paused-webhooks.ts';
import { sealKeys } from './0062-seal-keys.ts';
import { credentialIssuers } from './0063-credential-issuers.ts';
import { walletAnswers } from './0064-wallet-answers.ts';
import { statusLists } from './0065-status-lists.ts';
import { idempotency } from './0066-idempotency.ts';
import { eventFacts } from './0067-event-facts.ts';
import { sandboxClocks } from './0068-sandbox-clocks.ts';
import { webhookPersonalFields } from './0069-webhook-personal-fields.ts';
import { listEntries } from './0071-list-entries.ts';
import { assignments } from './0072-assignments.ts';
import { assignmentLists } from './0073-assignment-lists.ts';
import { caseEntries } from './0074-case-entries.ts';
import { caseStatuses } from './0075-case-statuses.ts';
import { snoozedReports } from './0076-snoozed-reports.ts';
import { caseTags } from './0077-case-tags.ts';
import { caseMentions } from './0078-case-mentions.ts';
import { dayCounts } from './0079-day-counts.ts';
import { figureChanges } from './0080-figure-changes.ts';
import { publishedWorkflows } from './0081-published-workflows.ts';
import { reviewDecisions } from './0082-review-decisions.ts';
import { savedViews } from './0085-saved-views.ts';
import { secondLooks } from './0088-second-looks.ts';
import type { StoreMigration } from './store-migration.ts';

/**
 * Migrations in the order of their names; the schema that one leaves never changes once it has landed. A migration that adds indexes to
 * existing tables uses `indexMigration`.
 */
export const migrations: Record<string, StoreMigration> = {
  '0001-main-job': mainJob,
  '0002-mails': mails,
  '0003-document-numbers': documentNumbers,
  '0004-live-analysis': liveAnalysis,
  '0005-capture': capture,
  '0006-workflows': workflows,
  '0007-sealed-deliveries': sealedDeliveries,
  '0009-branding': branding,
  '0010-principals': principals,
  '0011-audit-entries': auditEntries,
  '0012-state-certificates': stateCertificates,
  '0013-watchlists': watchlists,
  '0014-monitors': monitors,
  '0015-suppressions': suppressions,
  '0016-proposals': proposals,
  '0018-sources': sources,
  '0019-devices': devices,
  '0020-watchlist-imports': watchlistImports,
  '0021-threshold-changes': thresholdChanges,
  '0022-search-terms': searchTerms,
  '0023-proposals-and-imports': proposalsAndImports,
  '0024-audit-chain': auditChain,
  '0026-members': members,
  '0028-review': review,
  '0029-checks-by-day': checksByDay,
  '0030-developer-lists': developerLists,
  '0032-request-log': requestLog,
  '0034-dashboard-lists': dashboardLists,
  '0035-sign-in-ways': signInWays,
  '0038-member-notices': memberNotices,
  '0039-review-notes': reviewNotes,
  '0040-review-order': reviewOrder,
  '0043-notice-tries': noticeTries,
  '0043b-run-reviews': runReviews,
  '0044-applicant-passkeys': applicantPasskeys,
  '0045-biometric-tokens': biometricTokens,
  '0046-results-feedback': resultsFeedback,
  '0048-notices': notices,
  '0049-retention': retention,
  '0050-search-pending': searchPending,
  '0051-accepted-memberships': acceptedMemberships,
  '0054-review-filing': reviewFiling,
  '0055-media-keys': mediaKeys,
  '0056-check-erasures': checkErasures,
  '0057-event-quarters': eventQuarters,
  '0058-request-day-locks': requestDayLocks,
  '0059-audited-automation': auditedAutomation,
  '0060-information-requests': informationRequests,
  '0061-paused-webhooks': pausedWebhooks,
  '0062-seal-keys': sealKeys,
  '0063-credential-issuers': credentialIssuers,
  '0064-wallet-answers': walletAnswers,
  '0065-status-lists': statusLists,
  '0066-idempotency': idempotency,
  '0067-event-facts': eventFacts,
  '0068-sandbox-clocks': sandboxClocks,
  '0069-webhook-personal-fields': webhookPersonalFields,
  '0071-list-entries': listEntries,
  '0072-assignments': assignments,
  '0073-assignment-lists': assignmentLists,
  '0074-case-entries': caseEntries,
  '0075-case-statuses': caseStatuses,
  '0076-snoozed-reports': snoozedReports,
  '0077-case-tags': caseTags,
  '0078-case-mentions': caseMentions,
  '0079-day-counts': dayCounts,
  '0080-figure-changes': figureChanges,
  '0081-published-workflows': publishedWorkflows,
  '0082-review-decisions': reviewDecisions,
  '0085-saved-views': savedViews,
  '0088-second-looks': secondLooks,
};
