import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import joinComputer, { type PhonePage } from './phone.ts';
import type { RoomListener } from './socket.ts';

const told: string[] = [];
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
  told.length = 0;
  ended.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function join(): void {
  joinComputer('https://id.example.com', 'ABC123', '', page);
  const room = { id: 'ABC123', ticket: 't', tell: (event: string) => told.push(event), close() {} };
  listener.joined(room as never, false);
}

test('a computer that is out of the room for a moment is asked again, until it says something', () => {
  join();
  vi.advanceTimersByTime(3500);
  expect(told).toEqual(['get config', 'get config']);
  listener.heard('disconnect ping', {});
  vi.advanceTimersByTime(5000);
  expect(told).toEqual(['get config', 'get config', 'disconnect pong']);
});

test('one that never answers is given up after ten seconds', () => {
  join();
  vi.advanceTimersByTime(9999);
  expect(ended).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(ended.mock.calls).toEqual([['cross_device_desktop_unavailable', undefined]]);
  vi.advanceTimersByTime(20_000);
  expect(told).toEqual(['get config', 'get config', 'get config']);
});
