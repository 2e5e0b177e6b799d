import { THRESHOLDS } from '../faces/thresholds.ts';
import type { Finding } from '../finding.ts';
import type { Observation } from './observation.ts';

/** Evidence for the verdict on a clip. */
export interface Evidence {
  readonly faces: readonly Finding[];
  readonly person: Observation;
  readonly turn: Observation;
  /** Finding on whether the person who looks ahead is seen to begin the turn. */
  readonly followed: Observation;
  /** Signs of a picture held before the camera. */
  readonly held: readonly Observation[];
  readonly genuineness: number | null;
}

/**
 * Decides whether a living person was before the camera. The turn decides, and pictures that were held there; the weak signs of
 * attack only ever make it unclear, and so does a face that is missing, not alone, or lost before it turns.
 */
export function liveness({ faces, person, turn, followed, held, genuineness }: Evidence): Observation {
  const decided = (result: Observation['result'], reason: string): Observation => {
    return { name: 'liveness', measure: turn.measure, threshold: turn.threshold, result, reason };
  };
  const against = [...held, person, turn].find(({ result }) => result === 'fail');
  if (against) return decided('fail', against.reason);
  const doubtful = [...faces, followed].filter(({ result }) => result === 'fail');
  const unclear = [...doubtful, turn].find(({ result }) => result !== 'pass');
  if (unclear) return decided(null, unclear.reason);
  if (genuineness === null || genuineness <= THRESHOLDS.suspect) {
    const why =
      genuineness === null
        ? 'signs of a presentation attack could not be measured'
        : `there are signs of a presentation attack (measured genuineness ${genuineness.toFixed(2)}, minimum above ${THRESHOLDS.suspect})`;
    return decided(null, `The applicant turned the head, but ${why}`);
  }
  return decided('pass', turn.reason);
}
