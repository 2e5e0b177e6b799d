import type { Picture } from './capture/picture.ts';
import type { Choice, Part, Plan } from './flow/plan.ts';
import type { FlowEvent, State } from './flow/state.ts';
import type { PhraseKey } from './language/en.ts';
import type { Language } from './language/translate.ts';
import type { Settings } from './options/read.ts';
import type { Captured } from './result.ts';
import type { ProfileData, Step } from './types.ts';
import type { Attributes } from './ui/dom.ts';

/** How far an upload is. */
export interface Progress {
  /** From 0 to 1; 1 while the service looks at the picture. */
  readonly part: number;
  readonly waiting: 'offline' | 'retrying' | null;
}

/** What keeps typed data from being taken: fields that the service refuses by their path, or the way there. */
export type NotFilled = { readonly fields: readonly string[] } | { readonly unsent: 'connection' | 'server' };

/** The words of a question: its title and lead, the button that ends everything, and the one that ends nothing. */
export interface Question {
  readonly title: PhraseKey;
  readonly lead: PhraseKey;
  readonly yes: PhraseKey;
  readonly no: PhraseKey;
}

/** What a screen has to work with. Parts of the SDK that load later get it as well, so that they bring nothing twice. */
export interface Kit {
  readonly state: State;
  readonly plan: Plan;
  readonly part: Part | undefined;
  /** The document that is being photographed. */
  readonly choice: Choice | undefined;
  readonly settings: Settings;
  readonly language: Language;
  readonly phone: boolean;
  readonly ios: boolean;
  /** Whether this is the phone that a computer handed over to. */
  readonly onPhone: boolean;
  /** What is known of cameras so far. */
  readonly camera: { readonly present: boolean; readonly granted: boolean };
  /** What was taken of this side, and an address to show it by. */
  readonly picture: { readonly file: Picture; readonly url: string } | undefined;
  send(event: FlowEvent): void;
  /** Keeps a picture and goes on with it. */
  take(picture: Picture): void;
  t(key: PhraseKey, values?: Readonly<Record<string, string | number>>): string;
  /** An element with a text, which names its key. */
  words<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    key: PhraseKey,
    attributes?: Attributes,
    values?: Readonly<Record<string, string | number>>,
  ): HTMLElementTagNameMap[K];
  /** Asks the service for something by POST; its body, or null where it can't be had. What ends the flow ends it. */
  ask(path: string, json?: object): Promise<Record<string, unknown> | null>;
  /** Keeps what was typed and goes on; answers what keeps it from that. */
  fill(data: ProfileData): Promise<NotFilled | null>;
  /** What was typed in this step so far, by control: it is there again when the screen is. */
  readonly draft: Map<string, string>;
  notifyAnalytics(eventName: string, isCrossDevice?: boolean): void;
  /** What was captured on the phone. */
  receive(captures: readonly Captured[]): void;
  /** The steps from the present one on. */
  readonly stepsAhead: readonly Step[];
  /** Says something to whoever hears the page. */
  say(text: string): void;
  /** Tells of the upload that runs. */
  watch(listener: (progress: Progress) => void): void;
  openLink(url: string): void;
  /** Asks before everything ends; `then` is called after yes. */
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
  /** Called when it is in the page. */
  shown?(): void;
  /** Called before it goes. */
  gone?(): void;
}

export type ScreenView = (kit: Kit) => View;
