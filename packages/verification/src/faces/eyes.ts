import { centre, type Point } from './geometry.ts';
import type { Landmarks } from './landmarks.ts';

/** Positions of the eyes, which align two pictures to the same height, distance and rotation. */
export interface Eyes {
  /** The centres of both, as a viewer sees them, in shares (0 to 1) of the upright picture's width and height. */
  readonly left: Point;
  readonly right: Point;
  /** Width of the picture in its height. */
  readonly aspect: number;
}

/** The eyes of a face whose landmarks are in pixels of a picture. */
export function eyesOf(landmarks: Landmarks, { width, height }: { width: number; height: number }): Eyes {
  const share = ({ x, y }: Point): Point => ({ x: x / width, y: y / height });
  return {
    left: share(centre(landmarks.slice(36, 42))),
    right: share(centre(landmarks.slice(42, 48))),
    aspect: width / height,
  };
}
