import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PATIENCE, usePools } from './testing/pools.ts';

const { open } = usePools();

type Fate = 'succeed' | 'fail' | 'crash' | 'hang';

const outcomes: Readonly<Record<Fate, (id: number) => object>> = {
  succeed: (id) => ({ status: 'fulfilled', value: id }),
  fail: (id) => ({ status: 'rejected', reason: { message: `fails ${id}` } }),
  crash: () => ({ status: 'rejected', reason: { reason: 'crashed' } }),
  hang: () => ({ status: 'rejected', reason: { reason: 'no_time' } }),
};

/** Runs tasks of the fates given; each signals a server that it runs by a connection that ends with it. */
async function play(fates: readonly Fate[], processes: number) {
  const { run, clock, pool } = open({ processes });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const running = new Set<Socket>();
  const started: number[] = [];
  let [most, hanging, unsettled] = [0, 0, fates.length];
  // Time passes only when all that runs does so for ever, so that it ends nothing else.
  const letTimePass = () => {
    if (hanging > 0 && hanging === Math.min(processes, unsettled)) clock.advance(PATIENCE);
  };
  server.on('connection', (socket) => {
    running.add(socket);
    // The end of a killed process may be read after the start of the next one; what runs for ever is still there later.
    const count = (turns: number) => {
      if (turns > 0 && running.size > processes) setImmediate(count, turns - 1);
      else most = Math.max(most, running.size);
    };
    count(20);
    let hangs = false;
    socket.on('data', (text) => {
      const id = Number(text);
      started.push(id);
      hangs = fates[id] === 'hang';
      if (hangs) hanging += 1;
      letTimePass();
    });
    socket.on('error', () => {});
    socket.on('end', () => running.delete(socket));
    socket.on('close', () => {
      running.delete(socket);
      if (hangs) hanging -= 1;
    });
  });
  const tasks = fates.map((does, id) =>
    run('counted', { port, id, does }).finally(() => {
      unsettled -= 1;
      letTimePass();
    }),
  );
  const settled = await Promise.allSettled(tasks);
  await pool.close();
  server.close();
  return { settled, started, most };
}

test('whatever happens to tasks, each is started once, ends as it should, and no more run at once than may', async () => {
  const fate = fc.constantFrom<Fate>('succeed', 'succeed', 'fail', 'crash', 'hang');
  const plays = fc.tuple(fc.array(fate, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 3 }));
  await fc.assert(
    fc.asyncProperty(plays, async ([fates, processes]) => {
      const { settled, started, most } = await play(fates, processes);
      expect(settled).toMatchObject(fates.map((name, id) => outcomes[name](id)));
      expect([...started].sort((a, b) => a - b)).toEqual(fates.map((_, id) => id));
      expect(most).toBeLessThanOrEqual(processes);
    }),
    { numRuns: 8 },
  );
});
