import { DecodeTimeout, OutOfMemory } from '@bonafide/verification';
import { FrameTimeout } from '../media-files/frame.ts';
import { AnalysisFailed } from './analyser.ts';

/** Returns whether a file used up the processor time that it may, as it would again: a picture, a video or a whole analysis. */
export function isTooSlow(error: unknown): boolean {
  return isTimed(error) && error.reason === 'too_slow';
}

/** Returns whether the machine lacked time or memory for a file. The file may be fine, and a later attempt may succeed. */
export function isOfMachine(error: unknown): boolean {
  return error instanceof OutOfMemory || (isTimed(error) && error.reason === 'no_time');
}

function isTimed(error: unknown): error is DecodeTimeout | AnalysisFailed | FrameTimeout {
  return error instanceof DecodeTimeout || error instanceof AnalysisFailed || error instanceof FrameTimeout;
}
