import type { Captured } from '../result.ts';
import { stepsLeft, toldOf } from './handed.ts';
import { type AskingPage, askForNumber, askWhetherRight, type Request, readRequest } from './phone-screens.ts';
import { joinRoom, type Room } from './socket.ts';
import { keep, recall } from './ticket.ts';

/** Milliseconds that the computer has to say what is to be done. */
const CONFIG_MS = 10_000;

/** When it is asked what is to be done, in milliseconds: it may be out of the room for a moment (published ones are). */
const ASKS_MS = [0, 3000, 6000] as const;

/** When it is asked whether it is still there, and until when it has to answer, in milliseconds. */
const PINGS_MS = [0, 1000, 2000] as const;
const ANSWER_MS = 3000;

/** Why nothing goes on here; a page hears of all but `done` by these names. */
export type PhoneEnd =
  | 'cross_device_desktop_unavailable'
  | 'cross_device_connection_lost'
  | 'cross_device_signature_invalid'
  | 'cross_device_verification_invalid'
  | 'cross_device_verification_abort'
  | 'cross_device_socket_load_error'
  /** Another phone has taken the link. */
  | 'taken'
  /** This page was loaded again after everything was sent. */
  | 'done';

export interface PhonePage extends AskingPage {
  /** What is to be done, as the computer says. */
  configured(config: Readonly<Record<string, unknown>>, line: PhoneLine): void;
  /** Whether the computer answers. */
  away(is: boolean): void;
  /** @param language of the computer, where it has said so */
  ended(why: PhoneEnd, language: string | undefined): void;
}

/** What the phone tells the computer. */
export interface PhoneLine {
  analytics(detail: object): void;
  /** What is there so far, and how many steps are finished: in case that this phone goes before the end. */
  captured(captures: readonly Captured[], stepsDone: number): void;
  done(captures: readonly Captured[]): void;
}

const whyRefused: Readonly<Record<string, PhoneEnd>> = { signature: 'cross_device_signature_invalid', full: 'taken' };

/**
 * Joins the room of a link, shows the computer that this is the right phone, and asks what is to be done.
 *
 * @param signature of a code that is refreshed
 */
export default function joinComputer(base: string, roomId: string, signature: string, page: PhonePage) {
  const kept = recall(roomId);
  let room: Room | undefined;
  let pass = kept?.pass;
  let configured = false;
  /** What the computer should know, said again whenever it was away. */
  let told: { event: string; words: object } | undefined;
  let isDone = false;
  let isAway = false;
  let patience: number | undefined;
  let language: string | undefined;
  let pings: number[] = [];
  let asks: number[] = [];

  const tell = (event: string, words: object = {}) => room?.tell(event, pass ? { ...words, pass } : words);
  const report = (event: string, words: object) => {
    told = { event, words };
    tell(event, words);
  };

  function close(): void {
    clearTimeout(patience);
    for (const timer of [...pings, ...asks]) clearTimeout(timer);
    connection.close();
  }
  function end(why: PhoneEnd): void {
    close();
    page.ended(why, language);
  }
  function expect(): void {
    clearTimeout(patience);
    patience = window.setTimeout(() => end('cross_device_desktop_unavailable'), CONFIG_MS);
  }

  /** Asks what is to be done, until the computer says anything. */
  function ask(): void {
    hush();
    asks = ASKS_MS.map((after) => window.setTimeout(() => tell('get config', { canVerify: true }), after));
    expect();
  }
  const hush = () => {
    for (const each of asks.splice(0)) clearTimeout(each);
  };

  /** Asks whether the computer is there. */
  function ping(): void {
    for (const each of pings) clearTimeout(each);
    pings = PINGS_MS.map((after) => window.setTimeout(() => tell('disconnect ping'), after));
    pings.push(
      window.setTimeout(() => {
        isAway = true;
        page.away(true);
      }, ANSWER_MS),
    );
  }
  /** Whatever it says, it is there; it may have missed what was told. */
  function answered(event: string): void {
    const missed = pings.length > 0 || event === 'disconnect pong';
    for (const each of pings) clearTimeout(each);
    pings = [];
    if (isAway) page.away(false);
    isAway = false;
    if (missed && told) tell(told.event, told.words);
  }

  const line: PhoneLine = {
    analytics: (detail) => tell('user analytics', { detail }),
    captured: (captures, stepsDone) => report('captures', { captures: captures.map(toldOf), stepsDone }),
    done(captures) {
      report('client success', { captures: captures.map(toldOf) });
      isDone = true;
      if (room) keep(roomId, { ticket: room.ticket, done: true });
    },
  };

  function identify(request: Request): void {
    clearTimeout(patience);
    askWhetherRight(page, request, (right) => {
      if (!right) {
        tell('verification abort');
        return end('cross_device_verification_abort');
      }
      askForNumber(page, request, (choice) => {
        if (choice === null) {
          tell('verification abort');
          return end('cross_device_verification_abort');
        }
        tell('verification pick', { choice });
        page.wait();
        expect();
      });
    });
  }

  function heard(event: string, said: Readonly<Record<string, unknown>>): void {
    if (event === 'custom disconnect') {
      if (isDone) return;
      if (said.over === true) end('cross_device_connection_lost');
      else ping();
      return;
    }
    hush();
    answered(event);
    if (event === 'disconnect ping') tell('disconnect pong');
    else if (event === 'verification invalid' && !configured) end('cross_device_verification_invalid');
    else if (event === 'verification' && !configured) {
      const request = readRequest(said);
      language = request?.language;
      if (request) identify(request);
    } else if (event === 'config' && !configured) {
      configured = true;
      clearTimeout(patience);
      const before = pass;
      pass = typeof said.pass === 'string' ? said.pass : undefined;
      if (room) keep(roomId, { ticket: room.ticket, pass });
      if (!before) tell('cross device start');
      page.configured({ ...said, steps: stepsLeft(said) }, line);
    }
  }

  if (kept?.done) {
    page.ended('done', undefined);
    return { close() {} };
  }
  const connection = joinRoom(
    base,
    { roomId, ticket: kept?.ticket, signature },
    {
      joined(joined, again) {
        room = joined;
        if (!again) keep(roomId, { ticket: joined.ticket, pass });
        if (configured) return ping();
        ask();
      },
      heard,
      refused: (reason) => isDone || end(whyRefused[reason] ?? 'cross_device_connection_lost'),
    },
  );
  expect();
  return { close };
}
