import {
  DecodeTimeout,
  OutOfMemory,
  type TimeoutReason,
  UnreadableImage,
  UnreadablePdf,
  type UnreadablePdfReason,
  type UnreadableReason,
} from '@bonafide/verification';
import type { ErrorFacts } from './messages.ts';

/** Errors that callers distinguish by their class. */
const classes: Readonly<Record<string, (facts: ErrorFacts) => Error>> = {
  DecodeTimeout: ({ reason, message }) => new DecodeTimeout(reason as TimeoutReason, message),
  OutOfMemory: ({ message }) => new OutOfMemory(message),
  UnreadableImage: ({ reason, message }) => new UnreadableImage(reason as UnreadableReason, message),
  UnreadablePdf: ({ reason, message }) => new UnreadablePdf(reason as UnreadablePdfReason, message),
};

/** The error of another process as what it was there: `instanceof` and `reason` hold. Its stack and cause stay there. */
export function errorOf(facts: ErrorFacts): Error {
  const { name, message, reason } = facts;
  const known = Object.hasOwn(classes, name) ? classes[name] : undefined;
  return known?.(facts) ?? Object.assign(new Error(message), { name, ...(reason !== undefined && { reason }) });
}
