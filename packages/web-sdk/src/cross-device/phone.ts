import type { Captured } from '../result.ts';
import { type AskingPage, askForNumber, askWhetherRight, type Request, readRequest } from './phone-screens.ts';
import { stepsLeft, wireCapture } from './phone-task.ts';
import { joinRoom, type Room } from './socket.ts';
import { recall, storeTicket } from './ticket.ts';

/** Milliseconds that the computer has to send the steps. */
const CONFIG_MS = 10_000;

/** Times at which the phone asks for the steps, in milliseconds: a published SDK leaves the room for a moment. */
const ASKS_MS = [0, 3000, 6000] as const;

/** Times at which the phone pings the computer, in milliseconds. The computer has to answer by the last. */
const PINGS_MS = [0, 1000, 2000] as const;
const ANSWER_MS = 3000;

/** Reasons why the phone's part has ended; the page gets all names but `done` in errors. */
export type PhoneEnd =
  | 'cross_device_desktop_unavailable'
  | 'cross_device_connection_lost'
  | 'cross_device_signature_invalid'
  | 'cross_device_verification_invalid'
  | 'cross_device_verification_abort'
  | 'cross_device_socket_load_error'
  /** Another phone has taken the link. */
  | 'taken'
  /** The page was loaded again after everything was sent. */
  | 'done';

export interface PhonePage extends AskingPage {
  /** The computer has sent its options and steps. */
  configured(config: Readonly<Record<string, unknown>>, computer: ComputerLink): void;
  /** Reports whether the computer has stopped answering. */
  away(is: boolean): void;
  /** @param language of the computer, where it has sent one */
  ended(why: PhoneEnd, language: string | undefined): void;
}

/** Messages that the phone sends to the computer. */
export interface ComputerLink {
  analytics(detail: object): void;
  /** The captures so far and the number of finished steps, in case that the phone leaves before the end. */
  captured(captures: readonly Captured[], stepsDone: number): void;
  done(captures: readonly Captured[]): void;
}

const whyRefused: Readonly<Record<string, PhoneEnd>> = { signature: 'cross_device_signature_invalid', full: 'taken' };

/**
 * Joins the room of a link, proves to the computer that this is the right phone, and asks for the steps.
 *
 * @param signature of a code that is refreshed
 */
export default function joinComputer(base: string, roomId: string, signature: string, page: PhonePage) {
  const kept = recall(roomId);
  let room: Room | undefined;
  let pass = kept?.pass;
  let configured = false;
  /** The latest report, sent again whenever the computer was away. */
  let latest: { event: string; payload: object } | undefined;
  let isDone = false;
  let isAway = false;
  let configTimer: number | undefined;
  let language: string | undefined;
  let pings: number[] = [];
  let asks: number[] = [];

  const send = (event: string, payload: object = {}) => room?.send(event, pass ? { ...payload, pass } : payload);
  const report = (event: string, payload: object) => {
    latest = { event, payload };
    send(event, payload);
  };

  function close(): void {
    clearTimeout(configTimer);
    for (const timer of [...pings, ...asks]) clearTimeout(timer);
    connection.close();
  }
  function end(why: PhoneEnd): void {
    close();
    page.ended(why, language);
  }
  function startConfigTimer(): void {
    clearTimeout(configTimer);
    configTimer = window.setTimeout(() => end('cross_device_desktop_unavailable'), CONFIG_MS);
  }

  /** Asks for the steps, until the computer sends anything. */
  function askForSteps(): void {
    stopAsking();
    asks = ASKS_MS.map((after) => window.setTimeout(() => send('get config', { canVerify: true }), after));
    startConfigTimer();
  }
  const stopAsking = () => {
    for (const each of asks.splice(0)) clearTimeout(each);
  };

  /** Asks the computer for an answer. */
  function ping(): void {
    for (const each of pings) clearTimeout(each);
    pings = PINGS_MS.map((after) => window.setTimeout(() => send('disconnect ping'), after));
    pings.push(
      window.setTimeout(() => {
        isAway = true;
        page.away(true);
      }, ANSWER_MS),
    );
  }
  /** The computer has sent something; it may have missed the latest report. */
  function answered(event: string): void {
    const missed = pings.length > 0 || event === 'disconnect pong';
    for (const each of pings) clearTimeout(each);
    pings = [];
    if (isAway) page.away(false);
    isAway = false;
    if (missed && latest) send(latest.event, latest.payload);
  }

  const computer: ComputerLink = {
    analytics: (detail) => send('user analytics', { detail }),
    captured: (captures, stepsDone) => report('captures', { captures: captures.map(wireCapture), stepsDone }),
    done(captures) {
      report('client success', { captures: captures.map(wireCapture) });
      isDone = true;
      if (room) storeTicket(roomId, { ticket: room.ticket, done: true });
    },
  };

  function identify(request: Request): void {
    clearTimeout(configTimer);
    askWhetherRight(page, request, (right) => {
      if (!right) {
        send('verification abort');
        return end('cross_device_verification_abort');
      }
      askForNumber(page, request, (choice) => {
        if (choice === null) {
          send('verification abort');
          return end('cross_device_verification_abort');
        }
        send('verification pick', { choice });
        page.wait();
        startConfigTimer();
      });
    });
  }

  function message(event: string, payload: Readonly<Record<string, unknown>>): void {
    if (event === 'custom disconnect') {
      if (isDone) return;
      if (payload.over === true) end('cross_device_connection_lost');
      else ping();
      return;
    }
    stopAsking();
    answered(event);
    if (event === 'disconnect ping') send('disconnect pong');
    else if (event === 'verification invalid' && !configured) end('cross_device_verification_invalid');
    else if (event === 'verification' && !configured) {
      const request = readRequest(payload);
      language = request?.language;
      if (request) identify(request);
    } else if (event === 'config' && !configured) {
      configured = true;
      clearTimeout(configTimer);
      const before = pass;
      pass = typeof payload.pass === 'string' ? payload.pass : undefined;
      if (room) storeTicket(roomId, { ticket: room.ticket, pass });
      if (!before) send('cross device start');
      page.configured({ ...payload, steps: stepsLeft(payload) }, computer);
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
        if (!again) storeTicket(roomId, { ticket: joined.ticket, pass });
        if (configured) return ping();
        askForSteps();
      },
      message,
      refused: (reason) => isDone || end(whyRefused[reason] ?? 'cross_device_connection_lost'),
    },
  );
  startConfigTimer();
  return { close };
}
