import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import joinComputer, { type ComputerLink, type PhonePage } from './phone.ts';
import type { RoomListener } from './room.ts';

const sent: string[] = [];
let listener: RoomListener;
vi.mock('./room.ts', () => ({
  RoomConnection: class {
    constructor(_base: string, _place: object, given: RoomListener) {
      listener = given;
    }
    close() {}
  },
}));

const ended = vi.fn();
const away = vi.fn();
const configured = vi.fn();
const page = { ended, away, wait() {}, configured } as unknown as PhonePage;
let stored: string | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  stored = null;
  vi.stubGlobal('sessionStorage', {
    getItem: () => stored,
    setItem(_key: string, value: string) {
      stored = value;
    },
  });
  sent.length = 0;
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const room = { id: 'ABC123', ticket: 't', send: (event: string) => sent.push(event), close() {} };

function join(): void {
  joinComputer('https://id.example.com', 'ABC123', '', page);
  listener.joined(room as never, false);
}

/** Joins and gets the steps; returns the link to the computer, with nothing sent so far. */
function joinWithSteps(): ComputerLink {
  join();
  listener.message('config', { steps: [], pass: 'p1' });
  sent.length = 0;
  return configured.mock.calls[0]?.[1] as ComputerLink;
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

test('a computer that has left is away after three seconds, and gets the latest report when it is back', () => {
  const computer = joinWithSteps();
  computer.captured([], 1);
  listener.message('custom disconnect', {});
  vi.advanceTimersByTime(2999);
  expect(away).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(away.mock.calls).toEqual([[true]]);
  expect(sent).toEqual(['captures', 'disconnect ping', 'disconnect ping', 'disconnect ping']);
  listener.message('disconnect pong', {});
  expect(away.mock.calls).toEqual([[true], [false]]);
  expect(sent.at(-1)).toBe('captures');
  vi.advanceTimersByTime(20_000);
  expect(away).toHaveBeenCalledTimes(2);
  expect(ended).not.toHaveBeenCalled();
});

test('a phone that has its steps pings the computer when it joins again, and takes no other steps', () => {
  joinWithSteps();
  listener.joined(room as never, true);
  vi.advanceTimersByTime(0);
  expect(sent).toEqual(['disconnect ping']);
  listener.message('config', { steps: [], pass: 'p2' });
  listener.message('verification invalid', {});
  expect(configured).toHaveBeenCalledTimes(1);
  expect(ended).not.toHaveBeenCalled();
  expect(JSON.parse(stored ?? '')).toEqual({ roomId: 'ABC123', ticket: 't', pass: 'p1' });
});

test.each([
  ['the computer ends the room', () => listener.message('custom disconnect', { over: true }), 'connection_lost'],
  ['the room is gone', () => listener.refused('gone'), 'connection_lost'],
  ['the signature has expired', () => listener.refused('signature'), 'signature_invalid'],
])('the phone ends when %s, but not once everything was sent', (_when, happen, why) => {
  const computer = joinWithSteps();
  computer.done([]);
  happen();
  expect(ended).not.toHaveBeenCalled();
  // Loaded again, the page says that everything is done.
  joinComputer('https://id.example.com', 'ABC123', '', page);
  expect(ended.mock.calls).toEqual([['done', undefined]]);

  stored = null;
  vi.clearAllMocks();
  joinWithSteps();
  happen();
  expect(ended.mock.calls).toEqual([[`cross_device_${why}`, undefined]]);
  vi.advanceTimersByTime(20_000);
  expect(ended).toHaveBeenCalledTimes(1);
});
