import { Command } from 'commander';
import { accountCommand } from './commands/account.ts';
import { addressesCommand } from './commands/addresses.ts';
import { applicantsCommand } from './commands/applicants.ts';
import { assuranceCommand } from './commands/assurance.ts';
import { auditCommand } from './commands/audit.ts';
import { backupCommand } from './commands/backup.ts';
import { checkCommand } from './commands/check.ts';
import { completionCommand } from './commands/completion.ts';
import { compromisedCommand } from './commands/compromised.ts';
import { cscaCommand } from './commands/csca.ts';
import { docsCommand } from './commands/docs.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eraseCommand } from './commands/erase.ts';
import { erasuresCommand } from './commands/erasures.ts';
import { errorsCommand } from './commands/errors.ts';
import { eventsCommand } from './commands/events.ts';
import { evidenceCertificateCommand } from './commands/evidence-certificate.ts';
import { issuerCommand } from './commands/issuer.ts';
import { keysCommand } from './commands/keys.ts';
import { listenCommand } from './commands/listen.ts';
import { logsCommand } from './commands/logs.ts';
import { mailOutbox } from './commands/mail.ts';
import { mcpCommand } from './commands/mcp.ts';
import { memberCommand } from './commands/member.ts';
import { messageOutbox } from './commands/message.ts';
import { metricsCommand } from './commands/metrics.ts';
import { migrateCommand } from './commands/migrate.ts';
import { monitorCommand } from './commands/monitor.ts';
import { oauthClientCommand } from './commands/oauth-client.ts';
import { openCommand } from './commands/open.ts';
import { operatorKeyCommand } from './commands/operator-key.ts';
import { messageCommand, outboxCommand } from './commands/outbox.ts';
import { passkeyCommand } from './commands/passkey.ts';
import { proposalCommand } from './commands/proposal.ts';
import { reportCommand } from './commands/report.ts';
import { restoreCommand } from './commands/restore.ts';
import { resultsFeedbackCommand } from './commands/results-feedback.ts';
import { retentionCommand } from './commands/retention.ts';
import { sealCommand } from './commands/seal.ts';
import { searchCommand } from './commands/search.ts';
import { serveCommand } from './commands/serve.ts';
import { settingsCommand } from './commands/settings.ts';
import { sourceCommand } from './commands/source.ts';
import { storageCommand } from './commands/storage.ts';
import { suppressionCommand } from './commands/suppression.ts';
import { tokenCommand } from './commands/token.ts';
import { triggerCommand } from './commands/trigger.ts';
import { watchlistCommand } from './commands/watchlist.ts';
import { webhookCommand } from './commands/webhook.ts';
import { webhooksCommand } from './commands/webhooks.ts';
import { workflowCommand } from './commands/workflow.ts';
import { workflowRunCommand, workflowRunsCommand } from './commands/workflow-run.ts';
import type { Io } from './io.ts';

/** The command line. Commands load what they need when they run, so that `serve` starts fast. */
export function buildProgram(io: Io): Command {
  const program = new Command('bonafide').description('Self-hosted identity verification').showHelpAfterError();
  const commands = [
    serveCommand,
    migrateCommand,
    accountCommand,
    memberCommand,
    operatorKeyCommand,
    keysCommand,
    tokenCommand,
    oauthClientCommand,
    webhookCommand,
    listenCommand,
    triggerCommand,
    eventsCommand,
    webhooksCommand,
    logsCommand,
    openCommand,
    mcpCommand,
    docsCommand,
    applicantsCommand,
    eraseCommand,
    erasuresCommand,
    retentionCommand,
    checkCommand,
    reportCommand,
    resultsFeedbackCommand,
    passkeyCommand,
    workflowRunsCommand,
    workflowRunCommand,
    workflowCommand,
    evidenceCertificateCommand,
    ...[mailOutbox, messageOutbox].flatMap((outbox) => [
      (of: Io) => outboxCommand(of, outbox),
      (of: Io) => messageCommand(of, outbox),
    ]),
    addressesCommand,
    compromisedCommand,
    cscaCommand,
    sealCommand,
    issuerCommand,
    watchlistCommand,
    sourceCommand,
    searchCommand,
    auditCommand,
    suppressionCommand,
    monitorCommand,
    proposalCommand,
    backupCommand,
    restoreCommand,
    storageCommand,
    doctorCommand,
    settingsCommand,
    errorsCommand,
    assuranceCommand,
    metricsCommand,
    completionCommand,
  ];
  for (const command of commands) program.addCommand(command(io));
  return program;
}
