import Type from 'typebox';
import { NullableNumber, nullableEnum, nullableObject } from '../../base/json-schema.ts';
import type { AttackSignal, FacePlace } from '../../reports/outcome.ts';
import type { FacesBeside } from '../../review/faces.ts';
import { Id } from '../common/schemas.ts';

const Point = Type.Object({ x: Type.Number(), y: Type.Number() });

const Place = Type.Object(
  {
    media_id: Id,
    page: Type.Optional(Type.Integer({ description: 'Page of a PDF, from 0' })),
    at: Type.Optional(Type.Number({ description: 'Time of the frame in a video, in seconds from its start' })),
    eyes: Type.Object(
      { left: Point, right: Point, aspect: Type.Number({ description: 'Width of the image divided by its height' }) },
      { description: 'Centres of both eyes, in fractions of the upright image' },
    ),
  },
  { title: 'Place of a face' },
);

const counts = Type.Array(Type.Integer());

const Likeness = Type.Object({
  cosine: Type.Number(),
  match: { ...NullableNumber, description: 'Minimum score at which two faces count as the same person' },
  mismatch: { ...NullableNumber, description: 'Score below which two faces count as different people' },
  distribution: Type.Object(
    {
      from: Type.Number({ description: 'Lower bound of the first bin, as a cosine' }),
      step: Type.Number({ description: 'Width of a bin' }),
      same: counts,
      different: counts,
      source: Type.String(),
      command: Type.String(),
    },
    { description: 'Measured pairs of one person and of two, bin by bin' },
  ),
});

/** The compared faces of a report. */
export const Faces = nullableObject(
  Type.Object(
    {
      portrait: nullableObject(Place),
      captured: Type.Array(Place, { description: 'Faces in the photo, or in the frames of the video in order' }),
      compared: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'Index of the compared face in `captured`',
      }),
      likeness: nullableObject(Likeness),
      signals: Type.Array(
        Type.Object({
          name: Type.String(),
          result: nullableEnum(['pass', 'fail'] as const),
          measure: NullableNumber,
          threshold: NullableNumber,
        }),
        { description: 'Signs of a presentation attack' },
      ),
    },
    {
      title: 'Compared faces',
      description:
        'Places and similarity of the compared faces; null for reports that compare no faces and for earlier reports',
    },
  ),
);

const placeOf = ({ media_id, page, at, eyes: { left, right, aspect } }: FacePlace) => ({
  media_id,
  eyes: { left: { ...left }, right: { ...right }, aspect },
  ...(page !== undefined && { page }),
  ...(at !== undefined && { at }),
});

const signalOf = ({ name, result, measure, threshold }: AttackSignal) => ({ name, result, measure, threshold });

export function presentFaces(faces: FacesBeside | null) {
  if (!faces) return null;
  const { portrait, captured, compared, likeness, signals } = faces;
  return {
    portrait: portrait && placeOf(portrait),
    captured: captured.map(placeOf),
    compared,
    likeness: likeness && {
      ...likeness,
      distribution: {
        ...likeness.distribution,
        same: [...likeness.distribution.same],
        different: [...likeness.distribution.different],
      },
    },
    signals: signals.map(signalOf),
  };
}
