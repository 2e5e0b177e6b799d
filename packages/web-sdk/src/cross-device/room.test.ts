import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Room, RoomConnection } from './room.ts';

/** A connection of the browser that the test opens, breaks, and speaks through. */
class FakeSocket {
  static readonly OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = 0;
  readonly sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: (() => void) | undefined;
  readonly url: string;

  constructor(url: string) {
    this.url = url;
    FakeSocket.opened.push(this);
  }

  send(packet: string): void {
    this.sent.push(packet);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    queueMicrotask(() => this.onclose?.());
  }

  /** Lets the server open the connection and ask for the room. */
  open(handshake = '0{}'): void {
    this.readyState = 1;
    this.receive(handshake);
    this.receive('40{}');
  }

  receive(data: string): void {
    this.onmessage?.({ data });
  }

  joined(): void {
    this.receive('42["joined",{"roomId":"ABC","ticket":"t1"}]');
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const listener = { joined: vi.fn(), message: vi.fn(), offline: vi.fn(), refused: vi.fn() };
const last = () => FakeSocket.opened.at(-1) as FakeSocket;
const join = () => new RoomConnection('https://id.example.com/', { roomId: null, token: 'jwt' }, listener);
const lose = async () => {
  last().close();
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  const window = Object.assign(new EventTarget(), { setTimeout, clearTimeout });
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', page);
  vi.stubGlobal('WebSocket', FakeSocket);
  page.visibilityState = 'visible';
  FakeSocket.opened = [];
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a room is made over a WebSocket, and its messages go both ways', () => {
  join();
  const socket = last();
  expect(socket.url).toBe('wss://id.example.com/v3/socket.io/?EIO=4&transport=websocket');
  socket.open();
  socket.receive('2');
  socket.joined();
  expect(listener.joined).toHaveBeenCalledTimes(1);
  const [room, again] = listener.joined.mock.calls[0] as [Room, boolean];
  expect([room.id, room.ticket, again]).toEqual(['ABC', 't1', false]);
  room.send('get config', { canVerify: true });
  room.sign();
  expect(socket.sent).toEqual([
    '40',
    '42["join",{"roomId":null,"token":"jwt"}]',
    '3',
    '42["message",{"roomId":"ABC","event":"get config","payload":{"canVerify":true}}]',
    '42["sign",{"roomId":"ABC"}]',
  ]);
  socket.receive('42["config",{"steps":[]}]');
  socket.receive('42["custom disconnect"]');
  expect(listener.message.mock.calls).toEqual([
    ['config', { steps: [] }],
    ['custom disconnect', {}],
  ]);
});

test('a connection that breaks is opened again, later each time, and takes the same seat', async () => {
  join();
  last().open();
  last().joined();
  const room = listener.joined.mock.calls[0]?.[0] as Room;
  for (const [tries, wait] of [500, 1000, 2000, 4000, 8000, 8000].entries()) {
    await lose();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(FakeSocket.opened).toHaveLength(tries + 1);
    await vi.advanceTimersByTimeAsync(1);
    expect(FakeSocket.opened).toHaveLength(tries + 2);
  }
  last().open();
  expect(last().sent).toEqual(['40', '42["join",{"roomId":"ABC","ticket":"t1","token":"jwt"}]']);
  last().joined();
  expect(listener.joined.mock.calls[1]?.[1]).toBe(true);
  // A room of the broken connection sends nothing, and the waits start again.
  room.send('late');
  expect(FakeSocket.opened.flatMap(({ sent }) => sent).filter((packet) => packet.includes('late'))).toEqual([]);
  await lose();
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.opened).toHaveLength(8);
});

test('the listener is told once that the connection is down, after three seconds', async () => {
  join();
  await vi.advanceTimersByTimeAsync(2999);
  expect(listener.offline).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(listener.offline).toHaveBeenCalledTimes(1);
  last().open();
  last().joined();
  await lose();
  await vi.advanceTimersByTimeAsync(500);
  await lose();
  await vi.advanceTimersByTimeAsync(2499);
  expect(listener.offline).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(listener.offline).toHaveBeenCalledTimes(2);
});

test('a server that falls silent is taken for lost after its own interval', async () => {
  join();
  last().open('0{"pingInterval":10000,"pingTimeout":5000}');
  last().joined();
  await vi.advanceTimersByTimeAsync(10_000);
  last().receive('2');
  await vi.advanceTimersByTimeAsync(14_999);
  expect(last().readyState).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(last().readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.opened).toHaveLength(2);
  // A late packet of the lost connection changes nothing.
  FakeSocket.opened[0]?.receive('42["config",{}]');
  expect(listener.message).not.toHaveBeenCalled();
});

test('the connection is opened at once when the browser is online again, but not in a hidden page', async () => {
  join();
  window.dispatchEvent(new Event('online'));
  expect(FakeSocket.opened).toHaveLength(1);
  await lose();
  page.visibilityState = 'hidden';
  window.dispatchEvent(new Event('online'));
  expect(FakeSocket.opened).toHaveLength(1);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(FakeSocket.opened).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(500);
  expect(FakeSocket.opened).toHaveLength(2);
});

test('a refusal ends the connection, unless it concerns a single message', async () => {
  join();
  last().open();
  last().joined();
  last().receive('42["refused",{"reason":"rate","event":"message"}]');
  expect(listener.refused).not.toHaveBeenCalled();
  expect(last().readyState).toBe(1);
  last().receive('42["refused",{"reason":"full"}]');
  expect(listener.refused.mock.calls).toEqual([['full']]);
  expect(last().readyState).toBe(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
});

test.each(['close', 'end'] as const)('after `%s`, nothing is opened or reported', async (how) => {
  const connection = join();
  last().open();
  last().joined();
  const before = last().sent.length;
  connection[how]();
  expect(last().sent.slice(before)).toEqual(how === 'end' ? ['42["leave",{"roomId":"ABC","over":true}]'] : []);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(listener.offline).not.toHaveBeenCalled();
});

test('a connection that is closed while it waits for its next try stays closed', async () => {
  const connection = join();
  await lose();
  connection.end();
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.opened).toHaveLength(1);
  expect(listener.offline).not.toHaveBeenCalled();
});
