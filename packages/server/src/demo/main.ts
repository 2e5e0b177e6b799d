#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { openClient, type Server } from '../cli/client.ts';
import { CommandFailed } from '../cli/io.ts';
import { connectOperator, type Operator, type OperatorFlags } from '../cli/operator.ts';
import { runStory } from './story.ts';

interface Flags extends OperatorFlags {
  readyFile?: string;
  token?: string;
}

const io = { out: (text: string) => console.log(text), err: (text: string) => console.error(text), env: process.env };

interface Entrance {
  server: Server;
  token: string;
  /** Takes back what was made for the demo. */
  leave(): Promise<void>;
}

function fromReadyFile(file: string): Entrance {
  const { base_url, ca_file, sandbox_token } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | null>;
  const ca = ca_file ? readFileSync(ca_file, 'utf8') : undefined;
  return { server: { url: base_url as string, ca }, token: sandbox_token as string, leave: async () => {} };
}

/** A sandbox token of the oldest account, revoked when the demo is over. */
async function fromOperator(flags: Flags): Promise<Entrance> {
  const operator: Operator = await connectOperator(flags, io);
  const { accounts } = await operator.call('GET', '/accounts');
  if (accounts.length === 0) throw new CommandFailed('The server has no account yet');
  const tokens = `/accounts/${accounts[0].id}/tokens`;
  const { id, token } = await operator.call('POST', tokens, { environment: 'sandbox', name: 'demo' });
  return {
    server: operator.server,
    token,
    async leave() {
      await operator.call('DELETE', `${tokens}/${id}`);
      await operator.close();
    },
  };
}

async function enter(flags: Flags): Promise<Entrance> {
  if (flags.readyFile) return fromReadyFile(flags.readyFile);
  if (!flags.token) return fromOperator(flags);
  if (!flags.url) throw new CommandFailed('--token needs --url');
  const ca = flags.ca ? readFileSync(flags.ca, 'utf8') : undefined;
  return { server: { url: flags.url, ca }, token: flags.token, leave: async () => {} };
}

async function run(flags: Flags): Promise<void> {
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
  .description('goes through the main job against a running server in development mode')
  .option('--ready-file <file>', 'addresses and token from the ready file of the server')
  .option('--url <address>', 'base address of the server')
  .option('--token <token>', 'sandbox token, with --url')
  .option('--ca <file>', 'certificate of the authority to trust, PEM')
  .option('--operator-key <key>', 'makes a token through the operator interface')
  .option('--data <directory>', 'data directory of a server on this machine; default ./data')
  .action(run);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`\nThe demo failed: ${(error as Error).message}`);
  process.exitCode = 1;
}
