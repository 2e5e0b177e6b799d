import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { revokeToken } from '../../accounts/tokens/revoke.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/clock.ts';
import { systemPrincipal } from '../../context/principal.ts';
import type { Call } from '../../testing/service.ts';
import { startService, useService } from '../../testing/service.ts';
import { filesWith } from '../v3/testing/disk.ts';
import { storyOf } from '../v3/testing/story.ts';
import { makeLimits } from './limits.ts';
import { type Coming, joinRoom } from './testing/client.ts';

const service = useService();

const open: { close(): void }[] = [];
afterEach(() => {
  for (const client of open.splice(0)) client.close();
  // What an address may do is full again for the next test.
  service.clock.advance(2 * MINUTE_MS);
});

async function client(coming?: Coming) {
  const made = await joinRoom(service, coming);
  open.push(made);
  return made;
}

const aRoomId = expect.stringMatching(/^[A-Z0-9]{6}$/);
const branding = { name: 'Alice Ltd', logo: null, support: null, notice: null, style: null };
const unknown = (roomId: string, event?: string) => [
  'refused',
  { roomId, ...(event === undefined ? {} : { event }), reason: 'unknown' },
];

async function tokenOf(fields: object = {}, call: Call = {}): Promise<string> {
  const applicant_id = await storyOf(service, 'v3.6').applicant({}, call);
  return (await service.post('/v3.6/sdk_token', { applicant_id, ...fields }, call)).body.token;
}

/** A desktop and a phone in one room, bound to a token. */
async function pair(coming: { desktop?: Coming; phone?: Coming } = {}, call: Call = {}) {
  const [desktop, phone] = [await client(coming.desktop), await client(coming.phone)];
  const { roomId, ticket } = await desktop.joinsWell();
  const { ticket: phoneTicket } = await phone.joinsWell({ roomId });
  const token = await tokenOf({}, call);
  desktop.message(roomId, 'config', { token });
  expect(await phone.nextMessage()).toEqual(['config', { token, roomId }]);
  return { desktop, phone, roomId, ticket, phoneTicket, token };
}

const ways: [string, { desktop: Coming; phone: Coming }][] = [
  ['of today over WebSocket', { desktop: {}, phone: {} }],
  ['of today by polling', { desktop: { transports: ['polling'] }, phone: { transports: ['polling'] } }],
  ['of older SDKs over WebSocket', { desktop: { generation: 2 }, phone: { generation: 2 } }],
  [
    'of older SDKs by polling',
    { desktop: { generation: 2, transports: ['polling'] }, phone: { generation: 2, transports: ['polling'] } },
  ],
  ['of two generations', { desktop: { generation: 2 }, phone: { transports: ['polling'] } }],
  ['that ask at the path of the other generation', { desktop: { path: '/v2/socket.io' }, phone: {} }],
];

test.each(ways)('clients %s continue on a phone', async (_, coming) => {
  const [desktop, phone] = [await client(coming.desktop), await client(coming.phone)];
  const [event, { roomId }] = await desktop.joins({ roomId: null });
  expect([event, roomId]).toEqual(['joined', aRoomId]);
  const room = roomId as string;
  expect(await phone.joins({ roomId })).toEqual(['joined', { roomId, ticket: expect.any(String) }]);
  phone.message(room, 'get config');
  expect(await desktop.nextMessage()).toEqual(['get config', { roomId }]);

  const config = { token: await tokenOf(), steps: ['document', 'face'], clientStepIndex: 1, language: 'en_US' };
  desktop.message(room, 'config', config);
  expect(await phone.nextMessage()).toEqual(['config', { ...config, roomId }]);
  phone.message(room, 'cross device start', { source: 'qr' });
  expect(await desktop.nextMessage()).toEqual(['cross device start', { source: 'qr', roomId }]);
  // The older phone waits for its own word.
  expect(await phone.nextMessage()).toEqual(['cross device start', { source: 'qr', roomId }]);
  phone.message(room, 'user analytics', { detail: { eventName: 'FACIAL_INTRO' } });
  expect(await desktop.nextMessage()).toEqual(['user analytics', { detail: { eventName: 'FACIAL_INTRO' }, roomId }]);
  phone.message(room, 'disconnect ping');
  expect(await desktop.nextMessage()).toEqual(['disconnect ping', { roomId }]);
  desktop.message(room, 'disconnect pong', {});
  expect(await phone.nextMessage()).toEqual(['disconnect pong', { roomId }]);
  const captures = [{ method: 'document', side: 'front', id: 'a', metadata: { id: 'a', type: 'passport' } }];
  phone.message(room, 'client success', { captures });
  expect(await desktop.nextMessage()).toEqual(['client success', { captures, roomId }]);
  phone.close();
  expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId }]);
});

describe('the company of a room', () => {
  /** Returns the branding that a phone gets when it joins the room of a computer with this token. */
  async function joinedBy(token: string | undefined) {
    const [desktop, phone] = [await client(), await client()];
    const [, { branding: ofDesktop, roomId }] = await desktop.joins({ roomId: null, token });
    expect(ofDesktop).toBeUndefined();
    return (await phone.joins({ roomId }))[1].branding;
  }

  it('is told to a phone before the computer has said anything', async () => {
    expect(await joinedBy(await tokenOf())).toEqual(branding);
    expect(await joinedBy(await tokenOf({}, { token: service.liveToken }))).toEqual(branding);
    const other = await tokenOf({}, { token: service.other.sandboxToken });
    expect(await joinedBy(other)).toMatchObject({ name: 'Mallory Ltd' });
  });

  it('is not known before the computer has sent a token', async () => {
    expect(await joinedBy(undefined)).toBeUndefined();
  });
});

describe('a room', () => {
  it.each([[{ roomId: null }], [{}], [null], [{ roomId: '' }]])('is made by %j', async (words) => {
    expect(await (await client()).joins(words)).toEqual(['joined', { roomId: aRoomId, ticket: expect.any(String) }]);
  });

  it('has two seats', async () => {
    const { desktop, roomId, phoneTicket } = await pair();
    const third = await client();
    expect(await third.joins({ roomId })).toEqual(['refused', { roomId, reason: 'full' }]);
    expect(await third.joins({ roomId, ticket: 'guessed' })).toEqual(['refused', { roomId, reason: 'full' }]);
    third.message(roomId, 'get config');
    expect(await third.nextMessage()).toEqual(unknown(roomId, 'get config'));
    // A member that lost its connection has its place back before the other noticed.
    expect(await third.joins({ roomId, ticket: phoneTicket })).toEqual([
      'joined',
      { roomId, ticket: phoneTicket, branding },
    ]);
    third.message(roomId, 'get config');
    expect(await desktop.nextMessage()).toEqual(['get config', { roomId }]);
  });

  it('receives no more of a replaced member, and no event of its end', async () => {
    const { desktop, phone, roomId, phoneTicket } = await pair();
    const again = await client();
    await again.joins({ roomId, ticket: phoneTicket });
    phone.message(roomId, 'client success', {});
    expect(await phone.nextMessage()).toEqual(unknown(roomId, 'client success'));
    phone.close();
    again.message(roomId, 'hello');
    expect(await desktop.nextMessage()).toEqual(['hello', { roomId }]);
  });

  it('can be joined again after one has gone, and knows its token', async () => {
    const { desktop, phone, roomId } = await pair();
    phone.say('leave', { roomId });
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId }]);
    const again = await client();
    await again.joinsWell({ roomId });
    again.message(roomId, 'client success', { captures: [] });
    expect(await desktop.nextMessage()).toEqual(['client success', { captures: [], roomId }]);
    desktop.close();
    expect(await again.nextMessage()).toEqual(['custom disconnect', { roomId }]);
    const reloaded = await client();
    await reloaded.joinsWell({ roomId });
    reloaded.message(roomId, 'disconnect pong');
    expect(await again.nextMessage()).toEqual(['disconnect pong', { roomId }]);
  });

  it('is over for others once its phone has done everything', async () => {
    const { phone, roomId, phoneTicket } = await pair();
    phone.message(roomId, 'client success', { captures: [] });
    phone.close();
    // A client that opens the link again learns at once that it was used; the phone itself may come back.
    const other = await client();
    await expect.poll(() => other.joins({ roomId })).toEqual(['refused', { roomId, reason: 'unknown' }]);
    expect(await other.joins({ roomId, ticket: phoneTicket })).toEqual([
      'joined',
      { roomId, ticket: phoneTicket, branding },
    ]);
  });

  it('ends when its maker needs it no more, and for nobody else', async () => {
    const { desktop, phone, roomId } = await pair();
    phone.say('leave', { roomId, over: true });
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId }]);
    const again = await client();
    await again.joinsWell({ roomId });
    desktop.say('leave', { roomId, over: true });
    expect(await again.nextMessage()).toEqual(['custom disconnect', { roomId, over: true }]);
    expect(await again.joins({ roomId })).toEqual(['refused', { roomId, reason: 'unknown' }]);
  });

  it('is one for each connection', async () => {
    const { desktop, phone, roomId } = await pair();
    const { roomId: second } = await phone.joinsWell();
    expect(second).not.toBe(roomId);
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId }]);
    phone.message(roomId, 'client success', {});
    expect(await phone.nextMessage()).toEqual(unknown(roomId, 'client success'));
  });

  it('ends after an hour without a word', async () => {
    const { desktop, phone, roomId } = await pair();
    service.clock.advance(HOUR_MS - MINUTE_MS);
    phone.message(roomId, 'hello');
    expect(await desktop.nextMessage()).toEqual(['hello', { roomId }]);
    service.clock.advance(20 * MINUTE_MS);
    phone.message(roomId, 'hello');
    expect(await desktop.nextMessage()).toEqual(['hello', { roomId }]);
  });

  it('without a token ends after an hour without a word', async () => {
    const [desktop, phone] = [await client(), await client()];
    const { roomId } = await desktop.joinsWell();
    await phone.joinsWell({ roomId });
    service.clock.advance(HOUR_MS + MINUTE_MS);
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId, over: true }]);
    expect(await phone.nextMessage()).toEqual(['custom disconnect', { roomId, over: true }]);
    phone.message(roomId, 'get config');
    expect(await phone.nextMessage()).toEqual(unknown(roomId, 'get config'));
    expect(await (await client()).joins({ roomId })).toEqual(unknown(roomId));
  });

  it('ends with its token', async () => {
    const { desktop, phone, roomId } = await pair();
    for (let passed = 0; passed < 80; passed += 40) {
      service.clock.advance(40 * MINUTE_MS);
      phone.message(roomId, 'hello');
      expect(await desktop.nextMessage()).toEqual(['hello', { roomId }]);
    }
    service.clock.advance(11 * MINUTE_MS);
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId, over: true }]);
    expect(await phone.nextMessage()).toEqual(['custom disconnect', { roomId, over: true }]);
  });

  it('ends when the API token is revoked that made its token, and no other does', async () => {
    const { secret, row } = await service.mint(service.account.id, 'sandbox');
    const [mine, others] = [await pair({}, { token: secret }), await pair()];
    await revokeToken(service.services, service.account.id, row.id, systemPrincipal('start'));
    mine.phone.message(mine.roomId, 'hello');
    for (const one of [mine.phone, mine.desktop]) {
      expect(await one.nextMessage()).toEqual(['custom disconnect', { roomId: mine.roomId, over: true }]);
    }
    mine.phone.message(mine.roomId, 'hello');
    expect(await mine.phone.nextMessage()).toEqual(unknown(mine.roomId, 'hello'));
    others.phone.message(others.roomId, 'hello');
    expect(await others.desktop.nextMessage()).toEqual(['hello', { roomId: others.roomId }]);
  });

  it('leaves nothing behind', async () => {
    const { desktop, phone, roomId, token } = await pair();
    phone.message(roomId, 'client success', { captures: ['a-very-rare-word'] });
    await desktop.nextMessage();
    for (const word of [roomId, token, 'a-very-rare-word']) expect(filesWith(service, Buffer.from(word))).toEqual([]);
  });
});

describe('a room for signed codes', () => {
  const SECOND = 1000;
  const refused = (roomId: string) => ['refused', { roomId, reason: 'signature' }];

  async function signed() {
    const desktop = await client();
    const { roomId, ticket } = await desktop.joinsWell({ roomId: null, token: await tokenOf(), signed: true });
    const sign = async () => {
      desktop.say('sign', { roomId });
      const [event, { signature }] = await desktop.nextMessage();
      expect([event, signature]).toEqual(['signature', expect.stringMatching(/^[\w-]{16,}$/)]);
      return signature as string;
    };
    return { desktop, roomId, ticket, sign };
  }

  it('is joined with the signature of a code, which lives for twenty seconds', async () => {
    const { desktop, roomId, sign } = await signed();
    const signature = await sign();
    const phone = await client();
    expect(await phone.joins({ roomId })).toEqual(refused(roomId));
    expect(await phone.joins({ roomId, signature: `${signature}x` })).toEqual(refused(roomId));
    service.clock.advance(20 * SECOND);
    expect(await phone.joins({ roomId, signature })).toEqual(refused(roomId));
    const next = await sign();
    service.clock.advance(19 * SECOND);
    const { ticket } = await phone.joinsWell({ roomId, signature: next });
    phone.message(roomId, 'get config', { canVerify: true });
    expect(await desktop.nextMessage()).toEqual(['get config', { canVerify: true, roomId }]);
    // A member comes back by the ticket, long after the code has gone.
    phone.close();
    await desktop.nextMessage();
    service.clock.advance(MINUTE_MS);
    expect(await (await client()).joins({ roomId, ticket })).toEqual(['joined', { roomId, ticket, branding }]);
  });

  it('takes the code before the current one, for a phone that was about to scan it, and no older one', async () => {
    const { roomId, sign } = await signed();
    const [first, second, third] = [await sign(), await sign(), await sign()];
    const phone = await client();
    expect(await phone.joins({ roomId, signature: first })).toEqual(refused(roomId));
    await phone.joinsWell({ roomId, signature: second });
    expect(await (await client()).joins({ roomId, signature: third })).toEqual(['refused', { roomId, reason: 'full' }]);
  });

  it('keeps the place of its desktop', async () => {
    const { desktop, roomId, ticket, sign } = await signed();
    const signature = await sign();
    const [phone, third] = [await client(), await client()];
    await phone.joinsWell({ roomId, signature });
    desktop.close();
    expect(await phone.nextMessage()).toEqual(['custom disconnect', { roomId }]);
    expect(await third.joins({ roomId, signature })).toEqual(refused(roomId));
    expect(await third.joins({ roomId, ticket })).toEqual(['joined', { roomId, ticket }]);
  });

  it('is signed by its maker alone, and other rooms by nobody', async () => {
    const { roomId, sign } = await signed();
    const phone = await client();
    await phone.joinsWell({ roomId, signature: await sign() });
    const unsigned = ['refused', { roomId, event: 'sign', reason: 'unknown' }];
    phone.say('sign', { roomId });
    expect(await phone.nextMessage()).toEqual(unsigned);
    const other = await client();
    other.say('sign', { roomId });
    expect(await other.nextMessage()).toEqual(unsigned);
    const { roomId: plain } = await other.joinsWell();
    other.say('sign', { roomId: plain });
    expect(await other.nextMessage()).toEqual(['refused', { roomId: plain, event: 'sign', reason: 'unknown' }]);
  });

  it('counts wrong signatures as guesses', async () => {
    const { roomId } = await signed();
    const guesser = await client();
    for (let i = 0; i < 10; i += 1) expect(await guesser.joins({ roomId, signature: 'a' })).toEqual(refused(roomId));
    expect(await guesser.joins({ roomId })).toEqual(['refused', { roomId, reason: 'rate' }]);
  });
});

describe('a token', () => {
  async function unbound() {
    const [desktop, phone] = [await client(), await client()];
    const { roomId } = await desktop.joinsWell();
    await phone.joinsWell({ roomId });
    const say = async (token: unknown) => {
      desktop.message(roomId, 'config', { token });
      desktop.message(roomId, 'disconnect pong');
      // What comes first shows whether the configuration was passed on.
      const [event] = await phone.nextMessage();
      if (event === 'config') {
        await phone.nextMessage();
        return 'passed';
      }
      return desktop.nextMessage();
    };
    return { desktop, phone, roomId, say };
  }

  it('comes before all but the first words', async () => {
    const { desktop, phone, roomId } = await unbound();
    for (const event of ['client success', 'user analytics', 'our own', 'cross device start']) {
      phone.message(roomId, event, { a: 1 });
      expect(await phone.nextMessage()).toEqual(['refused', { roomId, event, reason: 'token' }]);
    }
    for (const event of ['get config', 'disconnect ping', 'disconnect pong']) {
      phone.message(roomId, event);
      expect(await desktop.nextMessage()).toEqual([event, { roomId }]);
    }
  });

  it('must be one of ours, and valid', async () => {
    const { roomId, say } = await unbound();
    const refused = ['refused', { roomId, event: 'config', reason: 'token' }];
    const token = await tokenOf();
    const forged = `${token.slice(0, -4)}AAAA`;
    for (const bad of [undefined, null, 5, '', 'a.b.c', forged, service.sandboxToken, {}]) {
      expect(await say(bad), String(bad)).toEqual(refused);
    }
    expect(await say(token)).toBe('passed');
    expect(await say(token)).toBe('passed');
  });

  it('stays that of one applicant, environment and account', async () => {
    const { roomId, say } = await unbound();
    const applicant_id = await storyOf(service, 'v3.6').applicant();
    const own = async () => (await service.post('/v3.6/sdk_token', { applicant_id })).body.token;
    expect(await say(await own())).toBe('passed');
    const refused = ['refused', { roomId, event: 'config', reason: 'token' }];
    expect(await say(await tokenOf())).toEqual(refused);
    expect(await say(await tokenOf({}, { token: service.liveToken }))).toEqual(refused);
    expect(await say(await tokenOf({}, { token: service.other.sandboxToken }))).toEqual(refused);
    // Made again for the same applicant.
    expect(await say(await own())).toBe('passed');
  });

  it('that has expired binds nothing', async () => {
    const token = await tokenOf();
    service.clock.advance(90 * MINUTE_MS);
    const { roomId, say } = await unbound();
    expect(await say(token)).toEqual(['refused', { roomId, event: 'config', reason: 'token' }]);
  });

  it('of an applicant that was deleted binds nothing', async () => {
    const applicant_id = await storyOf(service, 'v3.6').applicant();
    const { token } = (await service.post('/v3.6/sdk_token', { applicant_id })).body;
    await service.del(`/v3.6/applicants/${applicant_id}`);
    const { roomId, say } = await unbound();
    expect(await say(token)).toEqual(['refused', { roomId, event: 'config', reason: 'token' }]);
  });

  it('counts on the pages of its pattern, and on those for phones', async () => {
    const token = await tokenOf({ referrer: 'https://*.example.com/verify/*' });
    const bound = async (origin?: string) => {
      const desktop = await client(origin === undefined ? {} : { headers: { origin } });
      desktop.say('join', { roomId: null, token });
      const [event] = await desktop.nextMessage();
      return event === 'joined';
    };
    expect(await bound('https://shop.example.com')).toBe(true);
    expect(await bound(service.baseUrl)).toBe(true);
    expect(await bound('https://evil.example')).toBe(false);
    expect(await bound('null')).toBe(false);
    expect(await bound()).toBe(false);
  });

  it('may come with the first word, so that both can talk before the configuration', async () => {
    const [desktop, phone] = [await client(), await client()];
    const { roomId } = await desktop.joinsWell({ roomId: null, token: await tokenOf() });
    await phone.joinsWell({ roomId });
    phone.message(roomId, 'our own', { code: 7 });
    expect(await desktop.nextMessage()).toEqual(['our own', { code: 7, roomId }]);
    const other = await client();
    other.say('join', { roomId: null, token: 'a.b.c' });
    const [event, words] = await other.nextMessage();
    expect([event, words]).toEqual(['refused', { roomId: aRoomId, reason: 'token' }]);
    expect((await other.nextMessage())[0]).toBe('joined');
  });
});

describe('what is not a message', () => {
  it.each([
    ['a name that means something to the library', 'disconnect'],
    ['the same', 'connect_error'],
    ['the same', 'newListener'],
    ['a word that only the server says', 'joined'],
    ['the same', 'custom disconnect'],
    ['the same', 'signature'],
    ['an invalid name', 5],
    ['the same', null],
    ['the same', ['config']],
    ['a long name', 'x'.repeat(65)],
  ])('%s is ignored: %s', async (_, event) => {
    const { desktop, phone, roomId } = await pair();
    phone.message(roomId, event, {});
    phone.message(roomId, 'hello');
    expect(await desktop.nextMessage()).toEqual(['hello', { roomId }]);
  });

  it.each([['text'], [5], [null], [[1, 2]], [undefined]])('the payload %j is invalid', async (payload) => {
    const { desktop, phone, roomId } = await pair();
    phone.message(roomId, 'hello', payload);
    expect(await desktop.nextMessage()).toEqual(['hello', { roomId }]);
  });

  it('names no other room than its own', async () => {
    const { phone } = await pair();
    const { roomId } = await pair();
    phone.message(roomId, 'client success', {});
    expect(await phone.nextMessage()).toEqual(unknown(roomId, 'client success'));
    phone.say('message', { event: 'hello' });
    expect(await phone.nextMessage()).toEqual(['refused', { event: 'hello', reason: 'unknown' }]);
  });

  it('shows no other roomId than its own', async () => {
    const { desktop, phone, roomId } = await pair();
    phone.message(roomId, 'hello', { roomId: 'ABCDEF', a: 1 });
    expect(await desktop.nextMessage()).toEqual(['hello', { roomId, a: 1 }]);
  });

  it('is nested so deep that nobody could pass it on', async () => {
    const error = vi.spyOn(service.services.log, 'error');
    const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    const { desktop, phone, roomId } = await pair();
    phone.message(roomId, 'hello', { a: nested(2000) });
    expect(await phone.nextMessage()).toEqual(['refused', { reason: 'unknown' }]);
    phone.say('join', { roomId: nested(2000) });
    expect((await phone.nextMessage())[0]).toBe('joined');
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId }]);
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });

  it('is more than a megabyte', async () => {
    const { desktop, phone, roomId } = await pair();
    phone.message(roomId, 'hello', { text: 'x'.repeat(900_000) });
    expect((await desktop.nextMessage())[0]).toBe('hello');
    phone.message(roomId, 'hello', { text: 'x'.repeat(1_000_001) });
    await phone.isClosed();
    expect(await desktop.nextMessage()).toEqual(['custom disconnect', { roomId }]);
  });

  it('is received without harm', async () => {
    const rude = await client();
    for (const words of [undefined, null, 5, 'x', [], [[]], { roomId: 5 }, { roomId: {} }]) {
      rude.say('message', words);
      rude.say('leave', words);
      rude.say('nothing', words);
    }
    rude.say('message');
    rude.say('message', {}, () => {});
    const { roomId } = await pair();
    expect(roomId).toEqual(aRoomId);
  });
});

describe('limits', () => {
  it('ten wrong rooms a minute from one address, right ones as many as there are', async () => {
    const guesser = await client();
    const { roomId: there } = await (await client()).joinsWell();
    for (let i = 0; i < 10; i += 1) expect(await guesser.joins({ roomId: 'NOROOM' })).toEqual(unknown('NOROOM'));
    const limited = ['refused', { roomId: there, reason: 'rate' }];
    expect(await guesser.joins({ roomId: there })).toEqual(limited);
    expect(await (await client()).joins({ roomId: there })).toEqual(limited);
    service.clock.advance(6_000);
    expect((await guesser.joins({ roomId: there }))[0]).toBe('joined');
  });

  it('sixty rooms at once from one address', async () => {
    const maker = await client();
    for (let i = 0; i < 60; i += 1) expect((await maker.joins())[0]).toBe('joined');
    expect(await maker.joins()).toEqual(['refused', { roomId: null, reason: 'rate' }]);
  });

  it('a hundred messages at once from one connection', async () => {
    const { desktop, phone, roomId } = await pair();
    for (let i = 0; i < 99; i += 1) {
      phone.message(roomId, 'hello', { i });
      expect((await desktop.nextMessage())[1].i).toBe(i);
    }
    phone.message(roomId, 'hello');
    expect(await phone.nextMessage()).toEqual(['refused', { event: 'message', reason: 'rate' }]);
    service.clock.advance(100);
    phone.message(roomId, 'hello');
    expect((await desktop.nextMessage())[0]).toBe('hello');
  });

  it('four thousand characters without a token', async () => {
    const [desktop, phone] = [await client(), await client()];
    const { roomId } = await desktop.joinsWell();
    await phone.joinsWell({ roomId });
    phone.message(roomId, 'disconnect ping', { text: 'x'.repeat(4096) });
    expect(await phone.nextMessage()).toEqual(['refused', { roomId, event: 'disconnect ping', reason: 'token' }]);
    phone.message(roomId, 'disconnect ping', { text: 'x'.repeat(4000) });
    expect((await desktop.nextMessage())[0]).toBe('disconnect ping');
  });

  it('a million characters that wait for a client that reads nothing', async () => {
    const { desktop, phone, roomId } = await pair();
    desktop.stopReading();
    // What is on its way isn't counted: the systems of both sides hold some of it.
    const received = phone.nextMessage();
    for (let said = 0; said < 60; said += 1) phone.message(roomId, 'hello', { text: 'x'.repeat(900_000) });
    expect(await received).toEqual(['custom disconnect', { roomId }]);
  });

  it('a thousand connections of one address', () => {
    const limits = makeLimits(service.services);
    for (let i = 0; i < 1000; i += 1) {
      expect(limits.mayConnect('192.0.2.1')).toBe(true);
      limits.connected('192.0.2.1');
    }
    expect([limits.mayConnect('192.0.2.1'), limits.mayConnect('192.0.2.2')]).toEqual([false, true]);
    limits.disconnected('192.0.2.1');
    expect(limits.mayConnect('192.0.2.1')).toBe(true);
  });

  it('a minute outside of any room', async () => {
    const [idle, left] = [await client(), await client()];
    const { roomId } = await left.joinsWell();
    const stays = await client();
    await stays.joinsWell({ roomId });
    left.say('leave');
    expect(await stays.nextMessage()).toEqual(['custom disconnect', { roomId }]);
    service.clock.advance(MINUTE_MS);
    await Promise.all([idle.isClosed(), left.isClosed()]);
    stays.message(roomId, 'nobody');
    expect(await stays.nextMessage()).toEqual(['refused', { roomId, event: 'nobody', reason: 'token' }]);
  });
});

test('a service that stops ends its rooms at once', async () => {
  const other = await startService();
  const guest = await joinRoom(other, { transports: ['polling'] });
  const second = await joinRoom(other);
  await second.joinsWell();
  await other.close();
  await Promise.all([guest.isClosed(), second.isClosed()]);
});
