import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendTogether } from './answer-batch.ts';

/** Answers of one turn of the event loop are sent together, each by itself. */

let app: FastifyInstance;
let address: string;
let logged: [path: string, status: number][];
beforeEach(async () => {
  logged = [];
  app = Fastify({ loggerInstance: pino({ level: 'silent' }) }) as unknown as FastifyInstance;
  sendTogether(app, (replies) => {
    for (const { request, statusCode } of replies) logged.push([request.url, statusCode]);
  });
  app.get('/sound', async () => ({ sound: true }));
  // A line break is not part of a header: Node refuses to write it.
  app.get('/wrong', async (_request, reply) => reply.header('x-wrong', 'a\nb').send('wrong'));
  const onSend = async (_request: unknown, reply: { statusCode: number }) => {
    if (reply.statusCode === 200) throw new Error('the disk is full');
  };
  app.get('/hook', { onSend }, async () => ({ sound: true }));
  app.get('/stream', async (_request, reply) => reply.send(Readable.from(['one', 'two'])));
  app.get('/broken', async (_request, reply) =>
    reply.send(
      new Readable({
        read() {
          this.destroy(new Error('the file is damaged'));
        },
      }),
    ),
  );
  address = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

test('an answer that fails as it is sent ends its connection alone', async () => {
  const paths = ['/sound', '/wrong', '/sound'];
  const answers = await Promise.allSettled(paths.map((path) => fetch(`${address}${path}`)));
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value.status : 'cut off'))).toEqual([
    200,
    'cut off',
    200,
  ]);
  expect(await (await fetch(`${address}/sound`)).json()).toEqual({ sound: true });
  expect(logged.sort()).toEqual(Array.from({ length: 3 }, () => ['/sound', 200]));
});

test.each([
  ['/hook', 500],
  ['/stream', 200],
  ['/broken', 500],
])('%s is kept once, with the status %i that the client got', async (path, status) => {
  const answer = await fetch(`${address}${path}`, { headers: { connection: 'close' } });
  await answer.text();
  expect(answer.status).toBe(status);
  await app.close();
  expect(logged).toEqual([[path, status]]);
});
