import type { CameraSource } from './capture/camera.ts';
import type { Choice, Part, Plan, StepUpOffer } from './flow/plan.ts';
import type { FlowEvent, Retry, State } from './flow/state.ts';
import type { PhraseKey } from './language/en.ts';
import type { Language } from './language/translate.ts';
import type { AnalyticsEventName } from './names.ts';
import type { Settings } from './options/read.ts';
import type { Captured } from './result.ts';
import type { Step, WalletLink } from './types.ts';
import type { Attributes } from './ui/dom.ts';
import type { Picture } from './upload/picture.ts';

/** Progress of an upload. */
export interface Progress {
  /** Progress from 0 to 1; 1 while the service checks the picture. */
  readonly part: number;
  readonly waiting: 'offline' | 'retrying' | null;
}

/** The reason why typed data was rejected: paths of fields that the service refuses, or a failed request. */
export type NotFilled = { readonly fields: readonly string[] } | { readonly unsent: 'connection' | 'server' };

/** The words of a question: its title and lead, the button that ends everything, and the button that cancels. */
export interface Question {
  readonly title: PhraseKey;
  readonly lead: PhraseKey;
  readonly yes: PhraseKey;
  readonly no: PhraseKey;
}

/** Tools for screens. Parts of the SDK that load later get them as well, so that nothing loads twice. */
export interface Kit {
  readonly state: State;
  readonly plan: Plan;
  readonly part: Part | undefined;
  /** The document that is being photographed. */
  readonly choice: Choice | undefined;
  /** The retry, if a workflow run asks for the present task again; else null. */
  readonly retry: Retry | null;
  readonly settings: Settings;
  readonly language: Language;
  readonly phone: boolean;
  readonly ios: boolean;
  /** True if this is a phone that got its steps from a computer. */
  readonly onPhone: boolean;
  /** True if there is a camera, and whether its use is granted. */
  readonly camera: { readonly present: boolean; readonly granted: boolean };
  /** Test mode: the drawn camera of this step, and the panel on every screen once it is loaded. */
  readonly test: { readonly camera: CameraSource; readonly panel: HTMLElement | undefined } | undefined;
  /** Everything that the service has taken so far. */
  readonly captures: readonly Captured[];
  /** The picture of this side, and a URL that shows it. */
  readonly picture: { readonly file: Picture; readonly url: string } | undefined;
  send(event: FlowEvent): void;
  /** Takes a picture as the capture of this step. */
  take(picture: Picture): void;
  t(key: PhraseKey, values?: Readonly<Record<string, string | number>>): string;
  /** An element with a text, which names its key. */
  words<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    key: PhraseKey,
    attributes?: Attributes,
    values?: Readonly<Record<string, string | number>>,
  ): HTMLElementTagNameMap[K];
  /** Sends a request, POST unless said; returns the body, or null where it failed. An answer that ends the flow ends it. */
  ask(path: string, json?: object, method?: 'GET'): Promise<Record<string, unknown> | null>;
  /** Gets a file; null where that failed. */
  download(path: string): Promise<Blob | null>;
  /** Submits typed data, a passkey or a signature; returns what prevents that, else null. */
  fill(data: object): Promise<NotFilled | null>;
  /** Tools of the screen that asks a wallet. */
  readonly wallets: {
    /** Returns whether this browser can ask wallets at all. */
    open(isoMdoc?: boolean): boolean;
    /** Returns whether the browser passes requests of a protocol on. */
    allow(protocol: string): boolean;
    /** The way to a wallet by a link from this device. */
    link(): WalletLink;
    /** Hands in a wallet's answer, whose document is the capture of this step; returns what prevents that, else null. */
    present(answer: object): Promise<'refused' | 'connection' | 'server' | null>;
  };
  /** Country where the applicant lives, alpha-3, from what was typed in an earlier step or what the token says; else null. */
  readonly home: string | null;
  /** Text typed in this step so far, by control. It is restored with the screen. */
  readonly draft: Map<string, string>;
  notifyAnalytics(eventName: AnalyticsEventName, isCrossDevice?: boolean): void;
  /** Receives the captures from the phone. */
  receive(captures: readonly Captured[]): void;
  /** Tools of the step that offers more evidence on a document. */
  readonly stepUp: {
    /** The picture that is yet to be handed in, once. */
    take(): (Pick<StepUpOffer, 'report' | 'kind'> & { readonly id: string }) | undefined;
    /** Captures an offer, and comes back with the picture. */
    capture(offer: StepUpOffer): void;
    leave(): void;
  };
  /** The steps from the present one on. */
  readonly stepsAhead: readonly Step[];
  /** Reads a text out to users of screen readers. */
  say(text: string): void;
  /** Reports the progress of the running upload. */
  watch(listener: (progress: Progress) => void): void;
  openLink(url: string): void;
  /** Asks before everything ends; `then` is called when the applicant confirms. */
  confirm(question: Question, then: () => void): void;
}

/** A screen as it is shown. */
export interface View {
  /** `live` is dark and full: a camera. */
  readonly layout: 'page' | 'live';
  /** Holds one `h1`, which gets the focus. */
  readonly content: readonly (Node | null | false | undefined)[];
  /** Stays below what scrolls: the action of a screen that holds more controls than fit. */
  readonly foot?: Node;
  /** Read out after the title when the screen appears. */
  readonly announcement?: string | undefined;
  /** Called when the screen is in the page. */
  shown?(): void;
  /** Called before the screen is removed. */
  gone?(): void;
}

export type ScreenView = (kit: Kit) => View;
