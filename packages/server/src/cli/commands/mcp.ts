import { Command } from 'commander';
import { type ApiFlags, forApi, withApi } from '../api.ts';
import type { Io } from '../io.ts';
import { requireSandbox } from '../sandbox.ts';

/** `bonafide mcp`: the documentation and the sandbox for agents, over the Model Context Protocol. */
export function mcpCommand(io: Io): Command {
  return forApi(
    new Command('mcp').description('let an agent read the documentation and use the sandbox, over stdio'),
  ).action((flags: ApiFlags) =>
    withApi(flags, io, async (api) => {
      requireSandbox(api);
      const { serveMcp } = await import('../mcp/serve.ts');
      await serveMcp(api, io);
    }),
  );
}
