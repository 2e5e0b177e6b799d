import Type from 'typebox';
import { stringEnum } from '../../base/json-schema.ts';
import type { Picture } from '../../workflows/layout.ts';

const area = { x: Type.Number(), y: Type.Number(), width: Type.Number(), height: Type.Number() };

const ofFile = {
  path: Type.Optional(
    Type.Array(Type.Unsafe<string | number>({ type: ['string', 'integer'] }), {
      description: 'Path of the step or rule in the file; absent for steps of a file that a step runs',
    }),
  ),
};

/** A piece of the picture of a workflow: `Shape` of the layout. */
const ShapeSchema = Type.Union([
  Type.Object({ kind: stringEnum(['task'] as const), name: Type.String(), hint: Type.String(), ...area, ...ofFile }),
  Type.Object({
    kind: stringEnum(['start', 'approve', 'decline', 'review', 'choice', 'loop', 'workflow'] as const),
    text: Type.String(),
    ...area,
    ...ofFile,
  }),
  Type.Object({ kind: stringEnum(['label'] as const), text: Type.String(), x: Type.Number(), y: Type.Number() }),
  Type.Object({
    kind: stringEnum(['line', 'arrow'] as const),
    points: Type.Array(Type.Array(Type.Number()), { description: 'x and y of each point' }),
  }),
]);

/** The picture of a workflow, from top to bottom. */
export const PictureSchema = Type.Object(
  { width: Type.Number(), height: Type.Number(), shapes: Type.Array(ShapeSchema) },
  { description: 'Positions of the steps, conditions and ends, from top to bottom' },
);

/** A picture as the schema describes it. */
export function presentPicture({ width, height, shapes }: Picture) {
  const copies = shapes.map((shape) => {
    if ('points' in shape) return { kind: shape.kind, points: shape.points.map((point) => [...point]) };
    if (shape.kind === 'label') return { ...shape };
    const { path, ...piece } = shape;
    return { ...piece, ...(path && { path: [...path] }) };
  });
  return { width, height, shapes: copies };
}
