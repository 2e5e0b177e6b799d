import type { ErrorType, SdkError } from './types.ts';

/** An error that a page gets to know through `onError`. */
export class SdkProblem extends Error {
  readonly type: ErrorType;

  constructor(type: ErrorType, message: string) {
    super(message);
    this.name = 'SdkProblem';
    this.type = type;
  }
}

/** Converts anything thrown to the argument of `onError`: a plain object, which never serialises to `{}`. */
export function toSdkError(error: unknown): SdkError {
  if (error instanceof SdkProblem && error.type !== 'exception') return { type: error.type, message: error.message };
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { type: 'exception', message: message || name, exception: { name, message } };
}

/** Said by the option's path, what it must be and what it was. */
export function wrong(path: string, rule: string, value: unknown): SdkProblem {
  return new SdkProblem('invalid_sdk_parameter', `${path} must be ${rule}; it is ${shown(value)}`);
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 40)}"`;
  if (Array.isArray(value)) return 'an array';
  return value !== null && typeof value === 'object'
    ? 'an object'
    : typeof value === 'function'
      ? 'a function'
      : String(value);
}
