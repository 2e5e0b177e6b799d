#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { openClient, type Server } from '../cli/client.ts';
import { CommandFailed } from '../cli/io.ts';
import { connectOperator, type Operator, type OperatorFlags } from '../cli/operator.ts';
import { runFillStory } from './fill-story.ts';
import { runScreeningStory } from './screening-story.ts';
import { runStory } from './story.ts';

interface Flags extends OperatorFlags {
  readyFile?: string;
  token?: string;
  screening?: boolean;
  fill?: boolean;
}

const io = { out: (text: string) => console.log(text), err: (text: string) => console.error(text), env: process.env };

interface Entrance {
  server: Server;
  token: string;
  /** Removes everything that was made for the demo. */
  leave(): Promise<void>;
}

const readyFacts = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | null>;

function fromReadyFile(file: string): Entrance {
  const { base_url, ca_file, sandbox_token } = readyFacts(file);
  const ca = ca_file ? readFileSync(ca_file, 'utf8') : undefined;
  return { server: { url: base_url as string, ca }, token: sandbox_token as string, leave: async () => {} };
}

/** A token of the oldest account, revoked when the demo is over. */
async function fromOperator(flags: Flags, environment: 'sandbox' | 'live') {
  const operator: Operator = await connectOperator(flags, io);
  const { accounts } = await operator.call('GET', '/accounts');
  if (accounts.length === 0) throw new CommandFailed('The server has no account yet');
  const account = accounts[0].id as string;
  const tokens = `/accounts/${account}/tokens`;
  const { id, token } = await operator.call('POST', tokens, { environment, name: 'demo' });
  return {
    server: operator.server,
    operator,
    account,
    token: token as string,
    async leave() {
      await operator.call('DELETE', `${tokens}/${id}`);
      await operator.close();
    },
  };
}

async function enter(flags: Flags): Promise<Entrance> {
  if (flags.readyFile) return fromReadyFile(flags.readyFile);
  if (!flags.token) return fromOperator(flags, 'sandbox');
  if (!flags.url) throw new CommandFailed('--token needs --url');
  const ca = flags.ca ? readFileSync(flags.ca, 'utf8') : undefined;
  return { server: { url: flags.url, ca }, token: flags.token, leave: async () => {} };
}

/** Lists and limits are the operator's: their demos need the operator key, which the ready file has too. */
function asOperator({ readyFile, token, ...flags }: Flags): OperatorFlags {
  if (token) throw new CommandFailed('This demo needs an operator key instead of --token');
  if (!readyFile) return flags;
  const { base_url, ca_file, operator_key } = readyFacts(readyFile);
  return { ...flags, url: base_url as string, operatorKey: operator_key as string, ...(ca_file && { ca: ca_file }) };
}

async function runScreening(flags: Flags): Promise<void> {
  const { leave, ...entrance } = await fromOperator(asOperator(flags), 'live');
  io.out(`Bonafide at ${entrance.server.url}`);
  const client = await openClient(entrance.server);
  try {
    await runScreeningStory({ ...entrance, client }, io.out);
  } finally {
    await client.close();
    await leave();
  }
}

async function runFill(flags: Flags): Promise<void> {
  const sandbox = await fromOperator(asOperator(flags), 'sandbox');
  const live = await fromOperator(asOperator(flags), 'live');
  io.out(`Bonafide at ${live.server.url}`);
  const client = await openClient(live.server);
  try {
    await runFillStory({ ...live, client, tokens: { sandbox: sandbox.token, live: live.token } }, io.out);
  } finally {
    await client.close();
    await sandbox.leave();
    await live.leave();
  }
}

async function run(flags: Flags): Promise<void> {
  if (flags.fill) return runFill(flags);
  if (flags.screening) return runScreening(flags);
  const { server, token, leave } = await enter(flags);
  io.out(`Bonafide at ${server.url}`);
  const client = await openClient(server);
  try {
    await runStory(client, token, io.out);
  } finally {
    await client.close();
    await leave();
  }
}

const program = new Command('demo')
  .description('runs a complete check against a running server in development mode')
  .option('--ready-file <file>', 'read addresses and token from the ready file of the server')
  .option('--url <address>', 'base address of the server')
  .option('--token <token>', 'sandbox token, with --url')
  .option('--ca <file>', 'PEM file of the certificate authority to trust')
  .option('--operator-key <key>', 'create a token through the operator interface')
  .option('--data <directory>', 'data directory of a server on this machine; default ./data')
  .option('--screening', 'show watchlist screening in the live environment, with a list of invented people')
  .option('--fill', 'create 200 sample checks in sandbox and live for the dashboard')
  .action(run);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`\nThe demo failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
