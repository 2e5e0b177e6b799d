import { useState } from 'react';
import { type Place, pathOf } from '../api.ts';
import type { Part, Report } from '../types.ts';
import { plain, words } from '../words.ts';
import type { Pointer } from './compare.tsx';
import { fieldOf } from './fields.ts';
import type { ImageView } from './image-view.ts';
import { idsIn } from './media-ids.ts';
import { ZoomableImage } from './zoomable-image.tsx';

const { review: say } = words;

const percent = (share: number): string => `${share * 100}%`;

/** A picture of the page: of a media file, and of a PDF the number of the page, from 0. */
interface Pictured {
  readonly media: string;
  readonly page: number;
}

/** Names a picture in the view, and in the address by which it is loaded. */
const keyOf = ({ media, page }: Pictured): string => (page === 0 ? media : `${media}?page=${page}`);

const picturedBy = (key: string): Pictured => {
  const [media = '', page = '0'] = key.split('?page=');
  return { media, page: Number(page) };
};

/** The pictures of a report, page by page: those with parts first. */
export function picturesOf({ parts, media, about: { files } }: Report): string[] {
  const ids = new Set([
    ...parts.map(({ media_id }) => media_id),
    ...idsIn(media),
    ...files.map((file) => file.media_id),
  ]);
  const pagesOf = (id: string) => files.find(({ media_id }) => media_id === id)?.pages ?? 1;
  return [...ids].flatMap((id) => Array.from({ length: pagesOf(id) }, (_, page) => keyOf({ media: id, page })));
}

interface Shown {
  readonly report: Report;
  readonly place: Place;
  readonly view: ImageView;
  readonly pointer: Pointer;
  /** Is called for a picture that the service can't show. */
  readonly failed: () => void;
}

/**
 * The pictures of a report, one or both sides at once, with a box around each part that was read. Boxes of doubtful parts are
 * highlighted.
 */
export function Pictures({ report, place, view, pointer, failed }: Shown) {
  const { ids, shown } = view;
  const [heated, heat] = useState(false);
  const isHeat = ({ kind, media_id, page }: Part) =>
    kind === 'heat' && shown.includes(keyOf({ media: media_id, page }));
  return (
    <section className="pictures" aria-label={say.pictures}>
      <div className="tools">
        {ids.length > 1 && (
          <>
            {ids.map((id, index) => (
              <button
                key={id}
                type="button"
                aria-label={`${say.picture} ${index + 1}`}
                aria-pressed={shown.length === 1 && shown[0] === id}
                onClick={() => view.show(id)}
              >
                {index + 1}
              </button>
            ))}
            <button type="button" aria-pressed={shown.length > 1} onClick={view.both}>
              {say.both}
            </button>
          </>
        )}
        <ViewTools view={view} />
        {report.parts.some(isHeat) && (
          <button type="button" aria-pressed={heated} onClick={() => heat(!heated)}>
            {say.heat}
          </button>
        )}
      </div>
      <div className="stages">
        {shown.map((id) => (
          <Side
            key={id}
            id={id}
            heated={heated}
            report={report}
            place={place}
            view={view}
            pointer={pointer}
            failed={failed}
          />
        ))}
      </div>
    </section>
  );
}

/** One picture with the boxes of its parts, or with the areas that were searched for changes. */
function Side({ id, heated, report, place, view, pointer, failed }: Shown & { id: string; heated: boolean }) {
  const [state, set] = useState<'loading' | 'loaded' | 'failed'>('loading');
  const { media, page } = picturedBy(id);
  const parts = report.parts.filter((part) => part.media_id === media && part.page === page);
  const heatMap = heated ? parts.find(({ kind }) => kind === 'heat') : undefined;
  const name = `${plain(report.name)} ${view.ids.indexOf(id) + 1}`;
  if (state === 'failed') return <p className="stage missing">{say.pictureFailed}</p>;
  return (
    <ZoomableImage id={id} label={name} view={view}>
      <img
        onLoad={() => set('loaded')}
        onError={() => {
          set('failed');
          failed();
        }}
        draggable={false}
        src={heatMap ? cropOf(place, report.id, heatMap.id) : mediaOf(place, id)}
        alt={name}
      />
      {!heatMap &&
        state === 'loaded' &&
        parts
          .filter(({ kind }) => kind !== 'heat')
          .map((part) => <Box key={part.id} part={part} report={report} pointer={pointer} />)}
    </ZoomableImage>
  );
}

export const mediaOf = (place: Place, id: string): string => `/dashboard/api${pathOf(place)}/media/${id}`;
export const cropOf = (place: Place, report: string, part: string): string =>
  `/dashboard/api${pathOf(place)}/reports/${report}/crops/${part}`;

/** Buttons that zoom, turn and brighten. */
export function ViewTools({ view }: { view: ImageView }) {
  return (
    <>
      <button type="button" aria-label={say.zoomIn} onClick={view.larger}>
        +
      </button>
      <button type="button" aria-label={say.zoomOut} onClick={view.smaller}>
        −
      </button>
      <button type="button" onClick={view.turn}>
        {say.turn}
      </button>
      <button type="button" aria-pressed={view.bright} onClick={view.brighten}>
        {say.bright}
      </button>
    </>
  );
}

const isDoubted = ({ field, kind }: Part, { doubts, leaves }: Report): boolean =>
  [...doubts, ...Object.keys(leaves).filter((path) => leaves[path]?.result === 'consider')].some(
    (path) =>
      (field !== undefined && fieldOf(path) === field) ||
      (path.endsWith('picture_face_integrity') && (kind === 'portrait' || kind === 'ghost')) ||
      (path.endsWith('.mrz') && kind === 'zone'),
  );

function Box({ part, report, pointer }: { part: Part; report: Report; pointer: Pointer }) {
  const { kind, field = null, box } = part;
  const state = `${isDoubted(part, report) ? 'doubted' : ''} ${field !== null && field === pointer.field ? 'pointed' : ''}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the table of values has the same for the keyboard
    <span
      className={`box ${state}`}
      title={plain(field ?? kind)}
      style={{ left: percent(box.left), top: percent(box.top), width: percent(box.width), height: percent(box.height) }}
      onMouseEnter={() => pointer.point(field)}
      onMouseLeave={() => pointer.point(null)}
    />
  );
}
