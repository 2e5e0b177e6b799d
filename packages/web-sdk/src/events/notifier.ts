import type { ComputerLink } from '../cross-device/phone.ts';
import type { Part } from '../flow/plan.ts';
import type { EndReason, State } from '../flow/state.ts';
import type { Settings } from '../options/read.ts';
import { SdkProblem, toSdkError } from '../problems.ts';
import { type Captured, responseOf } from '../result.ts';
import type { ProfileData } from '../types.ts';
import { errorOfCamera, errorOfEnd, notifyError } from './errors.ts';
import { guarded, type Listeners, notifyWindow } from './events.ts';

export interface NotifierOptions {
  settings(): Settings;
  readonly listeners: Listeners;
  /** To the computer that handed over, on a phone. */
  readonly line: ComputerLink | undefined;
}

export type Notifier = ReturnType<typeof makeNotifier>;

/** Tells the page what happens, by callbacks, listeners and window events; on a phone the computer, too. */
export function makeNotifier({ settings, listeners, line }: NotifierOptions) {
  const error = (problem: unknown): void => notifyError(settings().options, listeners, toSdkError(problem));

  return {
    error,

    analytics(eventName: string, isCrossDevice = line !== undefined): void {
      const analytics = { eventName, properties: {}, isCrossDevice };
      line?.analytics(analytics);
      notifyWindow(analytics);
      listeners.tell('userAnalytics', analytics);
      listeners.tell('userAnalyticsEvent', analytics);
    },

    /** Steps that were left behind and entered; what stands for steps to come is none. */
    modules(entered: Part | undefined, left: Part | undefined): void {
      if (left && left.kind !== 'workflow') listeners.tell('moduleComplete', { module: left.kind });
      if (entered && entered.kind !== 'workflow') listeners.tell('moduleStart', { module: entered.kind });
    },

    complete(captures: readonly Captured[], profile: ProfileData | undefined): void {
      const data = { ...responseOf(captures), ...(profile ? { data: profile } : {}) };
      line?.done(captures);
      const { onComplete } = settings().options;
      if (onComplete) guarded(() => onComplete(data));
      listeners.tell('complete', { data });
    },

    end(what: EndReason): void {
      const { onUserExit } = settings().options;
      if ((what === 'exited' || what === 'consent_denied') && onUserExit) guarded(() => onUserExit('user_exit'));
      const known = errorOfEnd[what];
      if (known) error(new SdkProblem(...known));
    },

    /** The page hears of a camera that can't be used only where nothing else can be done. */
    blocked({ camera }: State): void {
      const known = camera && errorOfCamera[camera];
      if (known) error(new SdkProblem(...known));
      if (camera === 'denied') listeners.tell('permissionUnknown', { permissionsRequired: ['camera'] });
    },
  };
}
