import type { ComputerLink } from '../cross-device/phone.ts';
import { guarded } from '../events/events.ts';
import { type Language, openLanguage } from '../language/translate.ts';
import type { Settings } from '../options/read.ts';
import { Session } from '../session/session.ts';
import type { Step } from '../types.ts';
import { showWaiting } from '../ui/frame.ts';
import { version } from '../version.ts';
import type { DialogController } from './dialog.ts';
import { browserLanguages, type Mounted } from './mounted.ts';

/** The session that a phone gets from its computer. */
export interface FromComputer {
  readonly computer: ComputerLink;
  /** The step of a workflow run that was started on the computer. */
  readonly begun: Step | undefined;
}

export type SessionController = ReturnType<typeof makeSessionController>;

/** Opens sessions, and changes the open session. */
export function makeSessionController(
  mounted: Mounted,
  dialog: DialogController,
  readSettings: () => Settings | undefined,
) {
  let fromComputer: FromComputer | undefined;
  /** Counts starts: one that waited for its language doesn't replace a later one. */
  let latest = 0;
  let isReady = false;

  const tokenRenewed = (token: string): void => {
    mounted.options = { ...mounted.options, token };
  };

  function open(settings: Settings, language: Language, restart: boolean): void {
    const { place, listeners, session } = mounted;
    if (dialog.isHidden() && (restart || !session)) {
      session?.close();
      mounted.session = undefined;
      return;
    }
    place.root.removeAttribute('aria-busy');
    if (session && !restart) {
      session.restyle(settings, language);
      return;
    }
    session?.close();
    mounted.session = new Session({ place, settings, language, listeners, tokenRenewed, ...fromComputer });
    if (!isReady) {
      isReady = true;
      listeners.emit('ready', { version });
      const { onReady } = settings.options;
      if (onReady) guarded(onReady);
    }
  }

  return {
    /** Reads the options and shows them: in the running session, or in a new one. */
    start(restart: boolean): void {
      const settings = readSettings();
      if (settings || !mounted.session) latest += 1;
      if (!settings) return;
      const mine = latest;
      const language = openLanguage(mounted.options, browserLanguages());
      if (!(language instanceof Promise)) {
        open(settings, language, restart);
        return;
      }
      if (restart) showWaiting(mounted.place);
      void language.then((loaded) => {
        if (!mounted.removed && latest === mine) open(settings, loaded, restart);
      });
    },
    close(): void {
      mounted.session?.close();
      mounted.session = undefined;
    },
    /** Sets what the sessions of a phone get of the computer. */
    connect(from: FromComputer): void {
      fromComputer = from;
    },
  };
}
