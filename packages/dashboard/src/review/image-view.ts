import { useCallback, useState } from 'react';

const LARGEST = 6;
const STEP = 1.5;

/** A point or a movement on a stage, in fractions of its width and height from its centre. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Position of a picture on its stage: zoom relative to the fitted size, the spot of its middle, and quarter turns. */
interface Placement extends Point {
  readonly zoom: number;
  readonly turns: number;
}

const whole: Placement = { zoom: 1, x: 0, y: 0, turns: 0 };
const MIDDLE: Point = { x: 0, y: 0 };

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(most, value));

/** Limits the position so that an edge of the picture doesn't move past the edge of the stage. */
function held({ zoom, x, y, turns }: Placement): Placement {
  const far = (zoom - 1) / 2;
  return { zoom, turns, x: between(-far, x, far), y: between(-far, y, far) };
}

/** Scales a picture around a spot, which keeps its place. */
function scaled(placement: Placement, by: number, { x, y }: Point): Placement {
  const zoom = between(1, placement.zoom * by, LARGEST);
  const grown = zoom / placement.zoom;
  return { ...placement, zoom, x: x - (x - placement.x) * grown, y: y - (y - placement.y) * grown };
}

/**
 * The shown pictures and their positions on the stage; buttons, keys, wheel and fingers change them. Buttons and keys change the
 * picture that was pointed at last.
 * @param ids of all pictures, or one name for several that share one placement
 * @param both whether the first two are shown at once
 */
export function useImageView(ids: readonly string[], both: boolean) {
  const [shown, setShown] = useState<readonly string[]>(ids.slice(0, both ? 2 : 1));
  const [at, point] = useState(ids[0] ?? '');
  const [placements, set] = useState<Readonly<Record<string, Placement>>>({});
  const [bright, setBright] = useState(false);
  const change = useCallback(
    (id: string, next: (now: Placement) => Placement) => set((now) => ({ ...now, [id]: held(next(now[id] ?? whole)) })),
    [],
  );
  const show = (next: readonly string[]) => {
    setShown(next);
    point(next[0] ?? '');
  };
  const sides = ids.slice(0, 2);
  return {
    ids,
    shown,
    bright,
    point,
    placementOf: (id: string): Placement => placements[id] ?? whole,
    show: (id: string) => show([id]),
    /** The first two pictures at once, or the first alone. */
    both: () => sides.length > 1 && show(shown.length > 1 ? ids.slice(0, 1) : sides),
    zoom: useCallback((id: string, by: number, spot: Point) => change(id, (now) => scaled(now, by, spot)), [change]),
    move: useCallback(
      (id: string, by: Point) => change(id, (now) => ({ ...now, x: now.x + by.x, y: now.y + by.y })),
      [change],
    ),
    larger: () => change(at, (now) => scaled(now, STEP, MIDDLE)),
    smaller: () => change(at, (now) => scaled(now, 1 / STEP, MIDDLE)),
    turn: () => change(at, (now) => ({ ...now, turns: (now.turns + 1) % 4 })),
    brighten: () => setBright((now) => !now),
  };
}

export type ImageView = ReturnType<typeof useImageView>;
