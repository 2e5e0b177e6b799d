import { Writable } from 'node:stream';
import Fastify from 'fastify';
import pino from 'pino';
import { expect, it } from 'vitest';
import { RequestLog } from './request-log.ts';

async function linesOf(level: string, url: string): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const app = Fastify({
    loggerInstance: pino({ level }, out),
    logController: new RequestLog(),
    genReqId: () => 'the-request',
  });
  app.get('/people/:id', async (_request, reply) => reply.code(202).send({}));
  await app.inject({ url, headers: { authorization: 'Token token=secret' } });
  await app.close();
  return lines;
}

it('writes one line a request, with the pattern of the route in place of the requested path', async () => {
  const [line, ...more] = await linesOf('debug', '/people/anna?email=anna@example.com');
  expect(more).toEqual([]);
  expect(line).toEqual({
    level: 20,
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    reqId: 'the-request',
    method: 'GET',
    route: '/people/:id',
    status: 202,
    ms: expect.any(Number),
    msg: 'answered',
  });
});

it('writes nothing at the level of every day', async () => {
  expect(await linesOf('info', '/people/anna')).toEqual([]);
  expect(await linesOf('info', '/nobody')).toEqual([]);
});
