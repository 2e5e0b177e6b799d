import { appendFile, readFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { CommandFailed, type Io } from '../io.ts';
import { type Operator, withOperator } from '../operator.ts';
import { table } from '../table.ts';
import { type OfAccount, ofAccount } from './token.ts';

interface OfChain extends OfAccount {
  deployment?: boolean;
}

interface ListFlags extends OfChain {
  actor?: string;
  action?: string;
  object?: string;
  since?: string;
  until?: string;
  limit: string;
  after?: string;
}

interface Entry extends Record<string, unknown> {
  readonly object: { readonly type: string; readonly id: string };
}

interface Anchor {
  readonly number: number;
  readonly hash: string;
}

interface Verdict {
  readonly entries: number;
  readonly head: Anchor;
  readonly broken: { readonly number: number; readonly reason: string } | null;
}

/** Anchors that one request compares. */
const MOST_ANCHORS = 5_000;

const reasons: Readonly<Record<string, string>> = {
  missing: 'is missing',
  changed: 'was changed, or does not follow the previous entry',
  after_head: 'comes after the last recorded entry of the log',
  not_the_head: 'is the last entry, but its hash differs from the recorded hash of the log',
  not_anchored: 'has a hash that differs from its anchor',
};

/** `bonafide audit`: who did and opened what, and whether nothing of it was changed. */
export function auditCommand(io: Io): Command {
  const audit = new Command('audit').description(
    'the audit log of an account: who did what, and who opened which data',
  );

  ofChain(audit.command('list').description('list entries, newest first'))
    .option('--actor <kind:id>', 'principal as the list shows it, such as operator:0192…')
    .option('--action <action>', 'action, such as token_created')
    .option('--object <id>', 'id of an object')
    .option('--since <time>', 'start time of the entries, ISO 8601')
    .option('--until <time>', 'end time of the entries, ISO 8601')
    .option('--limit <n>', 'entries per page, at most 500', '20')
    .option('--after <number>', 'the page after this entry')
    .action(({ actor, action, object, since, until, limit, after, ...flags }: ListFlags) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const filters = Object.entries({ actor, action, object, since, until, limit, after });
          const query = filters.filter((pair): pair is [string, string] => pair[1] !== undefined);
          return operator.call('GET', `${await pathOf(operator, flags)}?${new URLSearchParams(query)}`);
        },
        ({ entries, next }: { entries: Entry[]; next: number | null }) =>
          table(['number', 'at', 'actor', 'address', 'action', 'object', 'environment'], entries.map(shown)) +
          (next === null ? '' : `\nmore: --after ${next}`),
      ),
    );

  ofChain(audit.command('verify').description('recompute the hashes and show the first broken entry'))
    .option('--anchors <file>', 'hashes that were stored outside the service, JSON Lines')
    .action(({ anchors, ...flags }: OfChain & { anchors?: string }) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const chain = await chainOf(operator, flags);
          const kept = anchors === undefined ? [] : await readAnchors(anchors, chain);
          return verified(operator, await pathOf(operator, flags), kept);
        },
        ({ entries, head }: Verdict) => `${entries} entries are intact; the last entry has the hash ${head.hash}`,
      ),
    );

  ofChain(audit.command('export').description('write all entries to a file'))
    .addOption(
      new Option('--format <format>', 'format; the hashes are over JSON Lines')
        .choices(['jsonl', 'csv'])
        .default('jsonl'),
    )
    .requiredOption('--output <file>', 'file to write')
    .action(({ format, output, ...flags }: OfChain & { format: string; output: string }) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          await operator.download(`${await pathOf(operator, flags)}/export?format=${format}`, output);
          return { output };
        },
        () => `written to ${output}`,
      ),
    );

  ofChain(audit.command('anchor').description('verify the log and store its latest hash outside the service'))
    .option('--output <file>', 'file to append the hash to; without it the hash is printed')
    .action(({ output, ...flags }: OfChain & { output?: string }) =>
      withOperator(
        flags,
        io,
        async (operator) => {
          const account_id = await chainOf(operator, flags);
          const { head } = await verified(operator, await pathOf(operator, flags), []);
          const anchor = { account_id, ...head };
          if (output !== undefined)
            await appendFile(output, `${JSON.stringify(anchor)}\n`, { mode: 0o600, flush: true });
          return anchor;
        },
        (anchor) => JSON.stringify(anchor),
      ),
    );
  return audit;
}

function ofChain(command: Command): Command {
  return ofAccount(command).option(
    '--deployment',
    'the log of actions that belong to no account, such as creating operator keys',
  );
}

/** The name of a chain in anchors. */
const chainOf = async (operator: Operator, { deployment, account }: OfChain) =>
  deployment ? 'deployment' : operator.account(account);

const pathOf = async (operator: Operator, { deployment, account }: OfChain) =>
  deployment ? '/audit' : `/accounts/${await operator.account(account)}/audit`;

const shown = ({ object, ...entry }: Entry) => ({ ...entry, object: `${object.type}:${object.id}` });

/** The verdict on a chain. Throws `CommandFailed` where it is broken. */
async function verified(operator: Operator, path: string, anchors: readonly Anchor[]): Promise<Verdict> {
  let verdict: Verdict | undefined;
  for (let from = 0; !verdict || from < anchors.length; from += MOST_ANCHORS) {
    const some = anchors.slice(from, from + MOST_ANCHORS);
    verdict = (await operator.call('POST', `${path}/verify`, { anchors: some })) as Verdict;
    const { broken } = verdict;
    if (broken) throw new CommandFailed(`Entry ${broken.number} ${reasons[broken.reason] ?? broken.reason}`);
  }
  return verdict;
}

/** The anchors of a chain in a file, each once. */
async function readAnchors(file: string, chain: string): Promise<Anchor[]> {
  const found = new Map<string, Anchor>();
  try {
    for (const line of (await readFile(file, 'utf8')).split('\n')) {
      if (line.trim() === '') continue;
      const { account_id, number, hash } = JSON.parse(line) as Anchor & { account_id: string };
      if (account_id === chain) found.set(`${number} ${hash}`, { number, hash });
    }
  } catch (error) {
    throw new CommandFailed(`The anchors ${file} can't be read: ${(error as Error).message}`);
  }
  if (found.size === 0) throw new CommandFailed(`The file ${file} has no anchor for ${chain}`);
  return [...found.values()];
}
