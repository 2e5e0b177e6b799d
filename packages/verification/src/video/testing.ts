/** Clips for tests and for measuring: made, not found. */
import type { Landmarks } from '../faces/index.ts';
import type { RgbRaster } from '../image/decode.ts';

/**
 * Shape of the head that a photograph is rendered on, in widths of its jaw: half axes of an ellipsoid, and the length of the
 * nose.
 */
const HEAD = { across: 0.62, deep: 0.62, nose: 0.16 };
/** Steps of the search for the surface along a line of sight, and its length in widths of the jaw. */
const STEPS = 90;

/**
 * The photograph of a face that looks into the camera, as it would look with the head turned by `yaw` degrees, positive where
 * the nose then points to the right of the picture. The photograph is rendered on an ellipsoid with a nose and seen from far away;
 * what it doesn't show has the colour of its corner.
 */
export function turnedHead(photo: RgbRaster, landmarks: Landmarks, yaw: number): RgbRaster {
  const jaw = Math.hypot(landmarks[16]!.x - landmarks[0]!.x, landmarks[16]!.y - landmarks[0]!.y);
  const middle = { x: (landmarks[0]!.x + landmarks[16]!.x) / 2, y: landmarks[28]!.y };
  const nose = { x: (landmarks[30]!.x - middle.x) / jaw, y: (landmarks[30]!.y - middle.y) / jaw };
  // Chin and crown lie about as far below and above the eyes' line.
  const high = ((landmarks[8]!.y - middle.y) / jaw) * 1.25;
  const surface = (x: number, y: number) => {
    const rest = 1 - (x / HEAD.across) ** 2 - (y / high) ** 2;
    const bump = Math.exp(-(((x - nose.x) / 0.09) ** 2 + ((y - nose.y) / (y < nose.y ? 0.22 : 0.08)) ** 2));
    return rest < 0 ? -1 : HEAD.deep * Math.sqrt(rest) + HEAD.nose * bump;
  };
  const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)];
  const data = new Uint8Array(photo.data.length);
  const { width, height } = photo;
  for (let row = 0, to = 0; row < height; row++) {
    const v = (row - middle.y) / jaw;
    for (let column = 0; column < width; column++, to += 3) {
      const u = (column - middle.x) / jaw;
      const seen = Math.abs(v) < high && Math.abs(u) < 1 ? meet(u, v) : undefined;
      // Shoulders stay, and what lies above them behind the head is the wall.
      const from =
        seen !== undefined
          ? pixelAt(middle.x + seen * jaw, row)
          : v > high * 0.9
            ? pixelAt(column, row)
            : pixelAt(4, 4);
      data[to] = photo.data[from]!;
      data[to + 1] = photo.data[from + 1]!;
      data[to + 2] = photo.data[from + 2]!;
    }
  }
  return { width, height, data };

  /** Horizontal position where the line of sight through a place first meets the surface of the head. */
  function meet(u: number, v: number): number | undefined {
    for (let i = 0; i < STEPS; i++) {
      const depth = 0.9 - (i * 1.5) / STEPS;
      const [x, z] = [u * cos - depth * sin, u * sin + depth * cos];
      const top = surface(x, v);
      if (top >= 0 && z <= top) return z > top - 0.1 ? x : undefined;
    }
    return undefined;
  }

  function pixelAt(x: number, y: number): number {
    const clamped = Math.min(width - 1, Math.max(0, Math.round(x)));
    return (y * width + clamped) * 3;
  }
}
