export { type SandboxInput, sandboxOutcome } from './outcome.ts';
export { type RepeatAttempts, repeatAttemptsAnswer } from './repeat-attempts.ts';
