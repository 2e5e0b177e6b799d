import { type CSSProperties, createElement, type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { init } from './index.ts';
import type { SdkEvents, SdkHandle, SdkOptions } from './types.ts';

/*
 * The entry `@bonafide/web-sdk/react`. The build leaves `react` and the SDK itself out of it.
 */

/** Options of the SDK, and properties of the element around it. */
export interface VerificationProps extends Omit<SdkOptions, 'containerEl' | 'containerId'> {
  className?: string | undefined;
  style?: CSSProperties | undefined;
  /** Called with each screen that the applicant reaches. */
  onScreen?: ((event: SdkEvents['screen']) => void) | undefined;
  /** Receives the handle while the component is mounted. */
  handleRef?: RefObject<SdkHandle | null> | undefined;
}

/**
 * Copies options. Each function calls its counterpart of the latest render, so that no function has old state.
 *
 * @param read returns the present value in the place of `value`
 */
function withLatestFunctions(value: unknown, read: () => unknown): unknown {
  if (typeof value === 'function')
    return (...args: unknown[]) => (read() as ((...args: unknown[]) => unknown) | undefined)?.(...args);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      withLatestFunctions(member, () => (read() as Readonly<Record<string, unknown>> | undefined)?.[key]),
    ]),
  );
}

/** Text by which two values of an option are compared: functions are alike, since the latest is called. */
const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, member: unknown) => (typeof member === 'function' ? 'a function' : member));

/** Names of the options whose values differ. */
function changedKeys(before: object, after: object): string[] {
  const values = (key: string) => [before, after].map((options) => textOf(Reflect.get(options, key)));
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => {
    const [old, now] = values(key);
    return old !== now;
  });
}

/**
 * Mounts the SDK in an element, and removes it when the component is unmounted. Changed options are passed on as by
 * `SdkHandle.setOptions`: other `steps`, `token` or `workflowRunId` start again. Values are compared by their content, so steps and
 * functions may be written in the render.
 *
 * @example
 * import { Verification } from '@bonafide/web-sdk/react';
 * import { createElement } from 'react';
 *
 * createElement(Verification, {
 *   token: '<SDK token>',
 *   steps: ['welcome', 'document', 'face'],
 *   onComplete: (response) => console.log(response.document_front?.id),
 * });
 */
export function Verification({ className, style, onScreen, handleRef, ...options }: VerificationProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const handle = useRef<SdkHandle>(null);
  const latest = useRef({ options, onScreen });
  /** Options that the SDK has. */
  const applied = useRef(options);

  useEffect(() => {
    latest.current = { options, onScreen };
  });

  useEffect(() => {
    const read = () => latest.current.options;
    applied.current = read();
    const mounted = init({ ...(withLatestFunctions(read(), read) as SdkOptions), containerEl: place.current });
    mounted.addEventListener('screen', (event) => latest.current.onScreen?.(event));
    handle.current = mounted;
    if (handleRef) handleRef.current = mounted;
    return () => {
      handle.current = null;
      if (handleRef) handleRef.current = null;
      void mounted.tearDown();
    };
  }, [handleRef]);

  useEffect(() => {
    const changed = changedKeys(applied.current, options);
    if (changed.length === 0) return;
    applied.current = options;
    const read = () => latest.current.options;
    const live = withLatestFunctions(options, read) as Record<string, unknown>;
    handle.current?.setOptions(Object.fromEntries(changed.map((key) => [key, live[key]])));
  });

  return createElement('div', { ref: place, className, style });
}
