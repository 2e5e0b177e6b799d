import { useState } from 'react';
import { type Place, pathOf } from '../api.ts';
import type { FacePlace, Report } from '../types.ts';
import { words } from '../words.ts';
import type { ImageView } from './image-view.ts';
import { idsIn } from './media-ids.ts';
import { cropOf, mediaOf, ViewTools } from './picture.tsx';
import { ZoomableImage } from './zoomable-image.tsx';

const { review: say } = words;

/** The frame in which a face is shown, in its own units: both eyes on one height, as far apart in every frame. */
const FRAME = { width: 100, height: 120, eyes: { apart: 30, height: 52 } } as const;

/** The name in the view of both faces: both have the same placement. */
export const FACES = 'faces';

/** A picture as it lies in the frame. */
interface Laid {
  readonly width: number;
  readonly height: number;
  readonly transform: string;
}

/** Position of a picture that puts its eyes where the other picture has them. */
function laid({ left, right, aspect }: FacePlace['eyes']): Laid {
  // In widths of the picture, so that both directions have one unit.
  const [across, down] = [right.x - left.x, (right.y - left.y) / aspect];
  const width = FRAME.eyes.apart / Math.hypot(across, down);
  const middle = { x: (width * (left.x + right.x)) / 2, y: (width * (left.y + right.y)) / 2 / aspect };
  const turn = (-Math.atan2(down, across) * 180) / Math.PI;
  return {
    width,
    height: width / aspect,
    transform: `translate(${FRAME.width / 2} ${FRAME.eyes.height}) rotate(${turn}) translate(${-middle.x} ${-middle.y})`,
  };
}

/** One face, aligned with every other face by its eyes; lines mark their height and places. */
function Aligned({
  src,
  eyes,
  label,
  failed,
}: {
  src: string;
  eyes: FacePlace['eyes'];
  label: string;
  failed: () => void;
}) {
  const { width, height, transform } = laid(eyes);
  const { apart, height: y } = FRAME.eyes;
  const marks = [-1, 1].map((side) => FRAME.width / 2 + (side * apart) / 2);
  return (
    <svg className="aligned" viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} role="img" aria-label={label}>
      <image
        href={src}
        width={width}
        height={height}
        transform={transform}
        preserveAspectRatio="none"
        onError={failed}
      />
      <path d={`M0 ${y}h4M${FRAME.width} ${y}h-4${marks.map((x) => `M${x} 0v4`).join('')}`} />
    </svg>
  );
}

interface Shown {
  readonly report: Report;
  readonly place: Place;
  readonly view: ImageView;
  /** Is called for a picture that the service can't show. */
  readonly failed: () => void;
}

/** The portrait of the document beside the face of the applicant: eyes at one height, and as far apart. */
export function Faces({ report, place, view, failed }: Shown) {
  const { portrait = null, captured = [], compared = null } = report.faces ?? {};
  const [index, step] = useState(compared ?? 0);
  const face = captured[index];
  const [document, selfie] = wholePictures(report, place);
  return (
    <section className="pictures" aria-label={say.pictures}>
      <div className="tools">
        <ViewTools view={view} />
        {captured.length > 1 && (
          <>
            <button type="button" disabled={index === 0} onClick={() => step(index - 1)}>
              {say.earlier}
            </button>
            <span role="status">
              {say.frame} {index + 1} {say.of} {captured.length}
              {index === compared && `, ${say.compared}`}
            </span>
            <button type="button" disabled={index === captured.length - 1} onClick={() => step(index + 1)}>
              {say.later}
            </button>
          </>
        )}
      </div>
      <div className="faces">
        <Figure
          label={say.onDocument}
          caption={say.portrait}
          view={view}
          place={place}
          face={portrait}
          whole={document}
          failed={failed}
        />
        <Figure
          label={say.captured}
          caption={say.captured}
          view={view}
          place={place}
          face={face}
          whole={selfie}
          failed={failed}
        />
      </div>
    </section>
  );
}

/** Pictures without known eyes: the portrait of the document report, or the document, and the capture. */
function wholePictures({ media, portrait }: Report, place: Place): (string | undefined)[] {
  const { documents, ...captured } = media;
  const [document] = idsIn(documents);
  const [face] = idsIn(captured);
  const ofDocument = document && mediaOf(place, document);
  return [portrait ? cropOf(place, portrait.report_id, portrait.part) : ofDocument, face && mediaOf(place, face)];
}

interface Figured extends Pick<Shown, 'place' | 'view' | 'failed'> {
  readonly label: string;
  readonly caption: string;
  readonly face: FacePlace | null | undefined;
  readonly whole: string | undefined;
}

function Figure({ label, caption, view, place, face, whole, failed }: Figured) {
  if (!face && !whole) return null;
  return (
    <figure>
      <ZoomableImage id={FACES} label={label} view={view}>
        {face ? (
          <Aligned src={viewOf(place, face)} eyes={face.eyes} label={caption} failed={failed} />
        ) : (
          <img src={whole} alt={caption} draggable={false} onError={failed} />
        )}
      </ZoomableImage>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

function viewOf(place: Place, { media_id, page, at }: FacePlace): string {
  const which = at === undefined ? `page=${page ?? 0}` : `at=${at}`;
  return `/dashboard/api${pathOf(place)}/media/${media_id}?${which}`;
}
