import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goneFrom, isAlive, usePools } from './testing/pools.ts';

const { open, programs } = usePools();

test('a process knows nothing of the environment, gives way to others and is the first to go without memory', async () => {
  process.env.BONAFIDE_TEST_SECRET = 'secret';
  const { run } = open();
  const { env, execArgv, niceness, killedFirst } = await run('surroundings');
  delete process.env.BONAFIDE_TEST_SECRET;
  const { NODE_V8_COVERAGE: _, ...rest } = env;
  expect(rest).toEqual({ MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' });
  expect(execArgv).toEqual(['--max-old-space-size=512']);
  expect([...new Set(niceness)]).toEqual(process.platform === 'linux' ? [Math.min(getPriority() + 10, 19)] : []);
  expect(killedFirst).toBe('1000');
});

/** Another program that has a pool, as the service has. */
function startParent(task: string, input: object): ChildProcess {
  const { parent, tasks } = programs();
  const args = [parent.pathname, tasks.href, task, JSON.stringify(input)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('a program with a pool', () => {
  test('ends when it has nothing else to do, and its processes with it', async () => {
    const parent = startParent('echo', { value: 'hello' });
    const ended = once(parent, 'exit');
    const [text] = await once(parent.stdout!, 'data');
    const { value, pid } = JSON.parse(text);
    expect(value).toBe('hello');
    expect(await ended).toEqual([0, null]);
    await goneFrom(pid);
  });

  describe('that is killed takes its processes with it', () => {
    let server: Server;
    beforeAll(async () => {
      server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterAll(() => server.close());

    test.each(['rests', 'deaf'])('%s', async (task) => {
      const parent = startParent(task, { port: (server.address() as AddressInfo).port });
      const [socket] = await once(server, 'connection');
      const [text] = await once(socket, 'data');
      const pid = Number(text);
      expect(isAlive(pid)).toBe(true);
      parent.kill('SIGKILL');
      await goneFrom(pid);
    });
  });
});
