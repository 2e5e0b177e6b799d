import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, type Call, getCall, postCall, samplePerson, uploadCall } from './client.ts';
import { bytesOf, type Crowd } from './crowd.ts';
import { signIn, signUpMember } from './member.ts';
import { flatPng, noisePng } from './picture.ts';
import type { RunningService } from './service.ts';

/** Pixels on a side of noise that makes about 10 MB, and of a flat picture that takes long to decode. */
const LARGE = 1_800;
const SLOW = 4_500;

/** Event streams that a member may have. */
const STREAMS_OF_MEMBER = 12;

const STREAMS = 1_000;

/** Webhooks whose receiver sends a byte a second. */
const DRIPPING_WEBHOOKS = 10;

/** Load of one account on a service, beside the requests of another one. */
export interface CrowdingLoad extends Pick<Crowd, 'connections' | 'manner'> {
  readonly what: string;
  /** Bytes of requests, which the connections send in turn. */
  readonly requests: readonly Buffer[];
  end?(): Promise<void>;
}

/** The loads, prepared on the service, in the order of their measurement. Each is prepared when it is asked for. */
export async function* crowdingLoads(service: RunningService): AsyncGenerator<CrowdingLoad> {
  const token = service.live_token;
  const { id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const picture = (bytes: Buffer): Call =>
    uploadCall(
      '/v3.6/documents',
      token,
      { applicant_id: id, type: 'passport' },
      { name: 'a.png', type: 'image/png', bytes },
    );
  const large = picture(noisePng(LARGE));
  const of = (call: Call) => ({ requests: [bytesOf(call)] });

  yield { what: '50 uploads of 10 MB', ...of(large), connections: 50, manner: 'again' };
  yield { what: '30 slow pictures', ...of(picture(flatPng(SLOW))), connections: 30, manner: 'again' };
  const stored = await ask<{ id: string }>(service, large);
  const download = getCall(`/v3.6/documents/${stored.id}/download`, token);
  yield { what: '300 downloads that are not read', ...of(download), connections: 300, manner: 'unread' };
  yield { what: '10,000 idle connections', requests: [Buffer.alloc(0)], connections: 10_000, manner: 'once' };
  const requests = await eventStreams(service);
  yield { what: '1,000 event streams', requests, connections: STREAMS, manner: 'once' };
  yield await drippingReceiver(service);
}

/** A request for an event stream of each of many members. */
async function eventStreams(service: RunningService): Promise<Buffer[]> {
  const accept = { accept: 'text/event-stream' };
  const calls = [await signIn(service)];
  while (calls.length * STREAMS_OF_MEMBER < STREAMS) calls.push(await signUpMember(service, calls.length));
  return calls.map((callOf) => {
    const call = callOf('/events');
    return bytesOf({ ...call, headers: { ...call.headers, ...accept } });
  });
}

/** Checks whose webhooks go to a receiver that sends a byte of its answer a second. */
async function drippingReceiver(service: RunningService): Promise<CrowdingLoad> {
  const token = service.sandbox_token;
  const dripping = new Set<NodeJS.Timeout>();
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(200);
    const drip = setInterval(() => response.write('.'), 1_000);
    dripping.add(drip);
    response.once('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  for (let i = 0; i < DRIPPING_WEBHOOKS; i++) {
    await ask(service, postCall('/v3.6/webhooks', token, { url: `${url}/${i}`, events: ['check.completed'] }));
  }
  const { id: applicant_id } = await ask<{ id: string }>(service, postCall('/v3.6/applicants', token, samplePerson));
  const check = { applicant_id, report_names: ['watchlist_standard'], privacy_notices_read_consent_given: true };
  return {
    what: `4 clients that create checks for ${DRIPPING_WEBHOOKS} receivers that drip`,
    requests: [bytesOf(postCall('/v3.6/checks', token, check))],
    connections: 4,
    manner: 'again',
    async end() {
      for (const drip of dripping) clearInterval(drip);
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}
