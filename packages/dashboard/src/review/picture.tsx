import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { type Place, pathOf } from '../api.ts';
import type { Part, Report } from '../types.ts';
import { plain, words } from '../words.ts';
import type { Pointer } from './compare.tsx';
import { fieldOf } from './fields.ts';

const { review: say } = words;

const percent = (share: number): string => `${share * 100}%`;
const LARGEST = 4;
const STEP = 1.5;
const WHEEL_STEP = 1.1;

/** How a picture is shown; buttons, keys and the wheel change it. */
export function useView() {
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  const [bright, setBright] = useState(false);
  const scale = useCallback((by: number) => setZoom((now) => Math.max(1, Math.min(LARGEST, now * by))), []);
  return {
    zoom,
    turns,
    bright,
    larger: () => scale(STEP),
    smaller: () => scale(1 / STEP),
    wheel: useCallback((delta: number) => scale(delta < 0 ? WHEEL_STEP : 1 / WHEEL_STEP), [scale]),
    turn: () => setTurns((now) => (now + 1) % 4),
    brighten: () => setBright((now) => !now),
  };
}

/** The id of any media in what the report names as its media. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^[0-9a-f-]{36}$/.test(value) ? [value] : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(idsIn);
}

/** Ids of the pictures of a report: those with parts first. */
export const picturesOf = ({ parts, media }: Report): string[] => [
  ...new Set([...parts.map(({ media_id }) => media_id), ...idsIn(media)]),
];

/** The pictures of a report with a box around each part that was read; those of the doubt stand out. */
export function Pictures({
  report,
  place,
  view,
  pointer,
}: {
  report: Report;
  place: Place;
  view: ReturnType<typeof useView>;
  pointer: Pointer;
}) {
  const ids = picturesOf(report);
  const [chosen, choose] = useState(0);
  const [heated, heat] = useState(false);
  const [loaded, load] = useState<string>();
  const id = ids[chosen];
  if (id === undefined) return null;
  const parts = report.parts.filter(({ media_id, page }) => media_id === id && page === 0);
  const heatMap = parts.find(({ kind }) => kind === 'heat');
  return (
    <section className="pictures" aria-label={say.pictures}>
      <div className="tools">
        {ids.length > 1 &&
          ids.map((one, index) => (
            <button
              key={one}
              type="button"
              aria-label={`${say.picture} ${index + 1}`}
              aria-pressed={index === chosen}
              onClick={() => choose(index)}
            >
              {index + 1}
            </button>
          ))}
        <ViewTools view={view} />
        {heatMap && (
          <button type="button" aria-pressed={heated} onClick={() => heat(!heated)}>
            {say.heat}
          </button>
        )}
      </div>
      <Stage label={plain(report.name)} view={view}>
        <img
          onLoad={() => load(id)}
          src={heated && heatMap ? cropOf(place, report.id, heatMap.id) : mediaOf(place, id)}
          alt={`${plain(report.name)} ${chosen + 1}`}
        />
        {!heated &&
          loaded === id &&
          parts
            .filter(({ kind }) => kind !== 'heat')
            .map((part) => <Box key={part.id} part={part} report={report} pointer={pointer} />)}
      </Stage>
    </section>
  );
}

export const mediaOf = (place: Place, id: string): string => `/dashboard/api${pathOf(place)}/media/${id}`;
export const cropOf = (place: Place, report: string, part: string): string =>
  `/dashboard/api${pathOf(place)}/reports/${report}/crops/${part}`;

/** Buttons that zoom, turn and brighten. */
export function ViewTools({ view }: { view: ReturnType<typeof useView> }) {
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

/** Where a picture is turned, brightened and zoomed, also by the wheel with Control, as a pinch on a touchpad is sent. */
export function Stage({
  label,
  view,
  children,
}: {
  label: string;
  view: ReturnType<typeof useView>;
  children: ReactNode;
}) {
  const stage = useRef<HTMLElement>(null);
  const { wheel } = view;
  useEffect(() => {
    const element = stage.current;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      // Otherwise the browser zooms the whole page.
      event.preventDefault();
      wheel(event.deltaY);
    };
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, [wheel]);
  const turned = {
    transform: `rotate(${view.turns * 90}deg) scale(${view.zoom})`,
    ...(view.bright && { filter: 'brightness(1.5)' }),
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that is zoomed scrolls by the arrow keys
    <section ref={stage} className="stage" aria-label={label} tabIndex={0}>
      <div className="picture" style={turned}>
        {children}
      </div>
    </section>
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
