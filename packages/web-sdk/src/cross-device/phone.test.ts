import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import joinComputer, { type PhonePage } from './phone.ts';
import type { RoomListener } from './socket.ts';

const sent: string[] = [];
let listener: RoomListener;
vi.mock('./socket.ts', () => ({
  joinRoom(_base: string, _place: object, given: RoomListener) {
    listener = given;
    return { close() {} };
  },
}));

const ended = vi.fn();
const page = { ended, away() {}, wait() {}, configured() {} } as unknown as PhonePage;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  sent.length = 0;
  ended.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function join(): void {
  joinComputer('https://id.example.com', 'ABC123', '', page);
  const room = { id: 'ABC123', ticket: 't', send: (event: string) => sent.push(event), close() {} };
  listener.joined(room as never, false);
}

test('the phone repeats its question until the computer sends a message', () => {
  join();
  vi.advanceTimersByTime(3500);
  expect(sent).toEqual(['get config', 'get config']);
  listener.message('disconnect ping', {});
  vi.advanceTimersByTime(5000);
  expect(sent).toEqual(['get config', 'get config', 'disconnect pong']);
});

test('the phone gives up after ten seconds without an answer', () => {
  join();
  vi.advanceTimersByTime(9999);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ended.mock.calls).toEqual([['cross_device_desktop_unavailable', undefined]]);
  vi.advanceTimersByTime(20_000);
  expect(sent).toEqual(['get config', 'get config', 'get config']);
});
