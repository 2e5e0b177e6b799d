import type { Listeners } from '../events/events.ts';
import { type Language, openLanguage } from '../language/translate.ts';
import type { Place } from '../mount.ts';
import type { Session } from '../session/session.ts';
import type { SdkOptions } from '../types.ts';

/** One mounted SDK: what its controllers share. */
export interface Mounted {
  readonly place: Place;
  readonly listeners: Listeners;
  /** The options that the page set last. */
  options: SdkOptions;
  session: Session | undefined;
  removed: boolean;
}

/** Languages of the browser, the preferred one first. */
export const browserLanguages = (): readonly string[] => navigator.languages ?? [navigator.language];

/** Loads the words of the options' language, then runs `work`, unless the SDK was removed meanwhile. */
export async function withWords(mounted: Mounted, work: (language: Language) => void): Promise<void> {
  const { language } = mounted.options;
  const words = await openLanguage({ language: typeof language === 'string' ? language : null }, browserLanguages());
  if (!mounted.removed) work(words);
}
