import { parentPort } from 'node:worker_threads';
import { tasks } from './tasks.ts';

/** The thread that runs analysers: one task after the other, as its pool sends them. */
parentPort?.on('message', async ({ name, input }: { name: string; input: unknown }) => {
  try {
    const result = await (tasks as Record<string, (input: unknown) => Promise<unknown>>)[name]!(input);
    parentPort?.postMessage({ result });
  } catch (error) {
    const { name: kind, message } = error as Error;
    parentPort?.postMessage({ error: { name: kind, message } });
  }
});
