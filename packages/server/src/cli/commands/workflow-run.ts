import { Command } from 'commander';
import type { Io } from '../io.ts';
import { withOperator } from '../operator.ts';
import { facts, table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface ListFlags extends OfAccount {
  environment: string;
  status?: string;
  applicant?: string;
  page: string;
  perPage: string;
}

interface ShownRun extends Record<string, unknown> {
  error: { type: string; message: string } | null;
  output: Record<string, unknown> | null;
  tasks: Record<string, unknown>[];
}

/** `bonafide workflow-runs`: the newest first. */
export function workflowRunsCommand(io: Io): Command {
  return ofAccount(new Command('workflow-runs'))
    .description('list workflow runs, newest first')
    .option('--environment <environment>', 'sandbox or live', 'live')
    .option('--status <status>', 'awaiting_input, processing, approved …')
    .option('--applicant <id>', 'only runs of this applicant')
    .option('--page <n>', 'page number, from 1', '1')
    .option('--per-page <n>', 'runs per page, at most 500', '20')
    .action(({ environment, status, applicant, page, perPage, ...flags }: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const query = new URLSearchParams({ environment, page, per_page: perPage });
          if (status) query.set('status', status);
          if (applicant) query.set('applicant', applicant);
          return operator.call('GET', `/accounts/${await operator.account(flags.account)}/workflow_runs?${query}`);
        },
        ({ workflow_runs }) => table(['id', 'created_at', 'workflow_name', 'status', 'applicant_id'], workflow_runs),
      ),
    );
}

/** `bonafide workflow-run`: one of them. */
export function workflowRunCommand(io: Io): Command {
  const run = new Command('workflow-run').description('runs of workflows');
  ofAccount(run.command('show').description('show a workflow run with its tasks, which may contain personal data'))
    .argument('<run id>')
    .action((id: string, flags: OfAccount) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const account = await operator.account(flags.account);
          return operator.call('GET', `/accounts/${account}/workflow_runs/${encodeURIComponent(id)}`);
        },
        (shown) => printed(shown as ShownRun),
      ),
    );
  return run;
}

function printed({ tasks, error, output, ...run }: ShownRun): string {
  return [
    facts({
      ...run,
      error: error && `${error.type}: ${error.message}`,
      output: output && JSON.stringify(output),
    }),
    table(['id', 'task_def_id', 'completed_by', 'created_at', 'completed_at'], tasks),
  ].join('\n\n');
}
