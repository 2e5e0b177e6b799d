import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../../../package.json' with { type: 'json' };
import type { Api } from '../api.ts';
import type { Io } from '../io.ts';
import { docsTools } from './docs-tools.ts';
import { logTools } from './log-tools.ts';
import { sandboxTools } from './sandbox-tools.ts';
import type { Tool } from './tool.ts';

const INSTRUCTIONS = [
  'Bonafide verifies identities: a client creates an applicant, uploads documents and photos, and requests a check.',
  'Read the documentation before you write code against the API. Every object that these tools create is in the sandbox.',
].join(' ');

function register(server: McpServer, { name, description, input, reads, run }: Tool): void {
  const annotations = { readOnlyHint: reads, destructiveHint: false, openWorldHint: false };
  const inputSchema = fromJsonSchema<object>(input as never);
  server.registerTool(name, { description, inputSchema, annotations }, async (values) => {
    const result = await run(values);
    const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
    return { content: [{ type: 'text', text }] };
  });
}

/**
 * Serves the tools over the standard input and output, until the client closes the input or a person stops the command. Nothing else may
 * write to the output.
 */
export async function serveMcp(api: Api, io: Io): Promise<void> {
  const tools = [...docsTools, ...sandboxTools(api), ...logTools(api)];
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    io.untilStopped?.().addEventListener('abort', () => resolve());
  });
  const serving = serveStdio(
    () => {
      const server = new McpServer({ name: 'bonafide', version: manifest.version }, { instructions: INSTRUCTIONS });
      for (const each of tools) register(server, each);
      return server;
    },
    { onerror: ({ message }) => io.err(message) },
  );
  await ended;
  await serving.close();
}
