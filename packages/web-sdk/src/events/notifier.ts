import type { ComputerLink } from '../cross-device/phone.ts';
import type { Part } from '../flow/plan.ts';
import type { EndReason, Screen, State } from '../flow/state.ts';
import type { AnalyticsEventName } from '../names.ts';
import type { Settings } from '../options/read.ts';
import { SdkProblem, toSdkError } from '../problems.ts';
import { type Captured, responseOf } from '../result.ts';
import type { ProfileData } from '../types.ts';
import { errorOfCamera, errorOfEnd, notifyError } from './errors.ts';
import { guarded, type Listeners, notifyWindow } from './events.ts';

export interface NotifierOptions {
  settings(): Settings;
  readonly listeners: Listeners;
  /** The computer that sent the steps to this phone. */
  readonly computer: ComputerLink | undefined;
}

export type Notifier = ReturnType<typeof makeNotifier>;

/** Notifies the page by callbacks, listeners and window events, and on a phone the computer. */
export function makeNotifier({ settings, listeners, computer }: NotifierOptions) {
  const error = (problem: unknown): void => notifyError(settings().options, listeners, toSdkError(problem));

  return {
    error,

    /** Tells the page which screen was reached. */
    screen(screen: Screen): void {
      listeners.emit('screen', { screen });
    },

    analytics(eventName: AnalyticsEventName, isCrossDevice = computer !== undefined): void {
      const analytics = { eventName, properties: {}, isCrossDevice };
      computer?.analytics(analytics);
      notifyWindow(analytics);
      listeners.emit('userAnalytics', analytics);
      listeners.emit('userAnalyticsEvent', analytics);
    },

    /** Reports the step that was completed and the step that was entered. The placeholder of a workflow run isn't reported. */
    modules(entered: Part | undefined, left: Part | undefined): void {
      if (left && left.kind !== 'workflow') listeners.emit('moduleComplete', { module: left.kind });
      if (entered && entered.kind !== 'workflow') listeners.emit('moduleStart', { module: entered.kind });
    },

    complete(captures: readonly Captured[], profile: ProfileData | undefined): void {
      const data = { ...responseOf(captures), ...(profile ? { data: profile } : {}) };
      computer?.done(captures);
      const { onComplete } = settings().options;
      if (onComplete) guarded(() => onComplete(data));
      listeners.emit('complete', { data });
    },

    end(what: EndReason): void {
      const { onUserExit } = settings().options;
      if ((what === 'exited' || what === 'consent_denied') && onUserExit) guarded(() => onUserExit('user_exit'));
      const known = errorOfEnd[what];
      if (known) error(new SdkProblem(...known));
    },

    /** Reports a camera that can't be used; called only where no other capture is possible. */
    blocked({ camera }: State): void {
      const known = camera && errorOfCamera[camera];
      if (known) error(new SdkProblem(...known));
      if (camera === 'denied') listeners.emit('permissionUnknown', { permissionsRequired: ['camera'] });
    },
  };
}
