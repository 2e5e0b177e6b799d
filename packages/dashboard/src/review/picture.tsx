import { useState } from 'react';
import { type Place, pathOf } from '../api.ts';
import type { Part, Report } from '../types.ts';
import { plain, words } from '../words.ts';
import type { Pointer } from './compare.tsx';
import { fieldOf } from './fields.ts';
import { Stage } from './stage.tsx';
import type { View } from './view.ts';

const { review: say } = words;

const percent = (share: number): string => `${share * 100}%`;
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

interface Shown {
  readonly report: Report;
  readonly place: Place;
  readonly view: View;
  readonly pointer: Pointer;
}

/** The pictures of a report, one or both sides at once, with a box around each part that was read; those of the doubt stand out. */
export function Pictures({ report, place, view, pointer }: Shown) {
  const { ids, shown } = view;
  const [heated, heat] = useState(false);
  const isHeat = ({ kind, media_id }: Part) => kind === 'heat' && shown.includes(media_id);
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
          <Side key={id} id={id} heated={heated} report={report} place={place} view={view} pointer={pointer} />
        ))}
      </div>
    </section>
  );
}

/** One picture with the boxes of its parts, or where the analysers looked for changes. */
function Side({ id, heated, report, place, view, pointer }: Shown & { id: string; heated: boolean }) {
  const [loaded, load] = useState(false);
  const parts = report.parts.filter(({ media_id, page }) => media_id === id && page === 0);
  const heatMap = heated ? parts.find(({ kind }) => kind === 'heat') : undefined;
  const name = `${plain(report.name)} ${view.ids.indexOf(id) + 1}`;
  return (
    <Stage id={id} label={name} view={view}>
      <img
        onLoad={() => load(true)}
        draggable={false}
        src={heatMap ? cropOf(place, report.id, heatMap.id) : mediaOf(place, id)}
        alt={name}
      />
      {!heatMap &&
        loaded &&
        parts
          .filter(({ kind }) => kind !== 'heat')
          .map((part) => <Box key={part.id} part={part} report={report} pointer={pointer} />)}
    </Stage>
  );
}

export const mediaOf = (place: Place, id: string): string => `/dashboard/api${pathOf(place)}/media/${id}`;
export const cropOf = (place: Place, report: string, part: string): string =>
  `/dashboard/api${pathOf(place)}/reports/${report}/crops/${part}`;

/** Buttons that zoom, turn and brighten. */
export function ViewTools({ view }: { view: View }) {
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
