import { expect, test } from 'vitest';
import { headPose } from './pose.ts';

/** The six landmarks of the model, as a camera far away sees them after the head was turned; the others don't matter. */
function seen(yaw: number, pitch: number, roll: number) {
  const [y, p, r] = [yaw, pitch, roll].map((angle) => (angle * Math.PI) / 180) as [number, number, number];
  const head: Record<number, [number, number, number]> = {
    30: [0, 0, 0],
    8: [0, -330, -65],
    36: [-225, 170, -135],
    45: [225, 170, -135],
    48: [-150, -150, -125],
    54: [150, -150, -125],
  };
  return Array.from({ length: 68 }, (_, i) => {
    const [x0, y0, z0] = head[i] ?? [0, 0, 0];
    const [x1, z1] = [x0 * Math.cos(y) + z0 * Math.sin(y), -x0 * Math.sin(y) + z0 * Math.cos(y)];
    const y2 = y0 * Math.cos(p) + z1 * Math.sin(p);
    const [x3, y3] = [x1 * Math.cos(r) + y2 * Math.sin(r), -x1 * Math.sin(r) + y2 * Math.cos(r)];
    return { x: 500 + 0.4 * x3, y: 300 - 0.4 * y3 };
  });
}

test.each([
  [0, 0, 0],
  [30, 0, 0],
  [-45, 10, 0],
  [20, -15, 25],
  [0, 0, -60],
])('a head turned by %i, nodded by %i and tilted by %i degrees is measured so', (yaw, pitch, roll) => {
  const pose = headPose(seen(yaw, pitch, roll));
  expect(pose.yaw).toBeCloseTo(yaw, 6);
  expect(pose.pitch).toBeCloseTo(pitch, 6);
  expect(pose.roll).toBeCloseTo(roll, 6);
});
