import type { Captured } from '../result.ts';
import { type AskingPage, askForNumber, askWhetherRight, type Request, readRequest } from './phone-screens.ts';
import { stepsLeft, wireCapture } from './phone-task.ts';
import { type Joining, type Room, RoomConnection } from './room.ts';
import { recall, storeTicket, type Ticket } from './ticket.ts';
import { Timers } from './timers.ts';

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
  /** The service has said whose page it is. */
  branded(branding: Readonly<Record<string, unknown>>): void;
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const whyRefused: Readonly<Record<string, PhoneEnd>> = { signature: 'cross_device_signature_invalid', full: 'taken' };

/**
 * Joins the room of a link, proves to the computer that this is the right phone, and asks for the steps.
 *
 * @param signature of a code that is refreshed
 */
export default function joinComputer(base: string, roomId: string, signature: string, page: PhonePage) {
  const ticket = recall(roomId);
  if (!ticket?.done) return new Phone(base, { roomId, ticket: ticket?.ticket, signature }, page, ticket?.pass);
  page.ended('done', undefined);
  return { close() {} };
}

/** The phone's side of a room: asks for the steps, then reports on them, until either side ends. */
class Phone implements ComputerLink {
  readonly #page: PhonePage;
  readonly #roomId: string;
  readonly #connection: RoomConnection;
  readonly #config = new Timers();
  readonly #asks = new Timers();
  readonly #pings = new Timers();
  #room: Room | undefined;
  #pass: string | undefined;
  /** The latest report, sent again whenever the computer was away. */
  #latest: { event: string; payload: object } | undefined;
  #language: string | undefined;
  #isConfigured = false;
  #isDone = false;
  #isAway = false;

  constructor(base: string, seat: Joining & { roomId: string }, page: PhonePage, pass: string | undefined) {
    this.#page = page;
    this.#roomId = seat.roomId;
    this.#pass = pass;
    this.#connection = new RoomConnection(base, seat, {
      joined: (room, again) => this.#joined(room, again),
      message: (event, payload) => this.#message(event, payload),
      refused: (reason) => this.#isDone || this.#end(whyRefused[reason] ?? 'cross_device_connection_lost'),
    });
    this.#startConfigTimer();
  }

  close(): void {
    for (const timers of [this.#config, this.#asks, this.#pings]) timers.stop();
    this.#connection.close();
  }

  analytics(detail: object): void {
    this.#send('user analytics', { detail });
  }

  captured(captures: readonly Captured[], stepsDone: number): void {
    this.#report('captures', { captures: captures.map(wireCapture), stepsDone });
  }

  done(captures: readonly Captured[]): void {
    this.#report('client success', { captures: captures.map(wireCapture) });
    this.#isDone = true;
    this.#store({ done: true });
  }

  #send(event: string, payload: object = {}): void {
    this.#room?.send(event, this.#pass ? { ...payload, pass: this.#pass } : payload);
  }

  #report(event: string, payload: object): void {
    this.#latest = { event, payload };
    this.#send(event, payload);
  }

  #store(more: Partial<Ticket>): void {
    if (this.#room) storeTicket(this.#roomId, { ticket: this.#room.ticket, ...more });
  }

  #end(why: PhoneEnd): void {
    this.close();
    this.#page.ended(why, this.#language);
  }

  #startConfigTimer(): void {
    this.#config.stop();
    this.#config.start([CONFIG_MS], () => this.#end('cross_device_desktop_unavailable'));
  }

  #joined(room: Room, again: boolean): void {
    this.#room = room;
    if (isRecord(room.branding)) this.#page.branded(room.branding);
    if (!again) this.#store({ pass: this.#pass });
    if (this.#isConfigured) this.#ping();
    else this.#askForSteps();
  }

  /** Asks for the steps, until the computer sends anything. */
  #askForSteps(): void {
    this.#asks.stop();
    this.#asks.start(ASKS_MS, () => this.#send('get config', { canVerify: true }));
    this.#startConfigTimer();
  }

  /** Asks the computer for an answer. */
  #ping(): void {
    this.#pings.stop();
    this.#pings.start(PINGS_MS, () => this.#send('disconnect ping'));
    this.#pings.start([ANSWER_MS], () => {
      this.#isAway = true;
      this.#page.away(true);
    });
  }

  #message(event: string, payload: Readonly<Record<string, unknown>>): void {
    if (event === 'custom disconnect') {
      if (this.#isDone) return;
      if (payload.over === true) this.#end('cross_device_connection_lost');
      else this.#ping();
      return;
    }
    this.#asks.stop();
    this.#answered(event);
    if (event === 'disconnect ping') this.#send('disconnect pong');
    else if (this.#isConfigured) return;
    else if (event === 'verification invalid') this.#end('cross_device_verification_invalid');
    else if (event === 'verification') this.#identify(readRequest(payload));
    else if (event === 'config') this.#configure(payload);
  }

  /** The computer has sent something; it may have missed the latest report. */
  #answered(event: string): void {
    const missed = this.#pings.isStarted || event === 'disconnect pong';
    this.#pings.stop();
    if (this.#isAway) this.#page.away(false);
    this.#isAway = false;
    if (missed && this.#latest) this.#send(this.#latest.event, this.#latest.payload);
  }

  #identify(request: Request | undefined): void {
    this.#language = request?.language;
    if (!request) return;
    this.#config.stop();
    askWhetherRight(this.#page, request, (right) => {
      if (!right) return this.#abort();
      askForNumber(this.#page, request, (choice) => {
        if (choice === null) return this.#abort();
        this.#send('verification pick', { choice });
        this.#page.wait();
        this.#startConfigTimer();
      });
    });
  }

  #abort(): void {
    this.#send('verification abort');
    this.#end('cross_device_verification_abort');
  }

  #configure(payload: Readonly<Record<string, unknown>>): void {
    this.#isConfigured = true;
    this.#config.stop();
    const isFirst = !this.#pass;
    this.#pass = typeof payload.pass === 'string' ? payload.pass : undefined;
    this.#store({ pass: this.#pass });
    if (isFirst) this.#send('cross device start');
    this.#page.configured({ ...payload, steps: stepsLeft(payload) }, this);
  }
}
