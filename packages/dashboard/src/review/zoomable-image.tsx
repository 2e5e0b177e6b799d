import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ImageView, Point } from './image-view.ts';

/** Pixels of scrolling that enlarge a picture by a factor of e, for a wheel and for a pinch on a touchpad. */
const WHEEL = { wheel: 500, pinch: 100 } as const;
/** The most that one event of a wheel does: a notch with Control counts as a pinch. */
const MOST = 0.25;
/** Pixels of a line, where a browser counts lines. */
const LINE = 16;
/** Step of an arrow key, in shares of the stage. */
const ARROW = 0.1;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: ARROW, y: 0 },
  ArrowRight: { x: -ARROW, y: 0 },
  ArrowUp: { x: 0, y: ARROW },
  ArrowDown: { x: 0, y: -ARROW },
};

/** Position of a pointer on an element. */
function spotOf(element: Element, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 };
}

/** The distance of two places on an element, in pixels. */
const apart = (element: Element, a: Point, b: Point): number =>
  Math.hypot((a.x - b.x) * element.clientWidth, (a.y - b.y) * element.clientHeight);

/** The scale by a turn of the wheel. */
function scaleOf({ deltaY, deltaMode, ctrlKey }: WheelEvent): number {
  const pixels = deltaMode === WheelEvent.DOM_DELTA_LINE ? deltaY * LINE : deltaY;
  return Math.exp(-Math.max(-MOST, Math.min(MOST, pixels / (ctrlKey ? WHEEL.pinch : WHEEL.wheel))));
}

/** Returns whether the page itself scrolls. Then the wheel belongs to it: a picture that takes it would hold the reader. */
const pageScrolls = (): boolean => document.documentElement.scrollHeight > innerHeight;

/**
 * ZoomableImage on which a picture is turned, brightened, zoomed and moved. The wheel zooms at the pointer where the page itself doesn't
 * scroll, else with Control; two fingers zoom everywhere. A zoomed picture is dragged, and moved by the arrow keys.
 * @param id of the picture in `view`
 */
export function ZoomableImage({
  id,
  label,
  view,
  children,
}: {
  id: string;
  label: string;
  view: ImageView;
  children: ReactNode;
}) {
  const stage = useRef<HTMLElement>(null);
  const down = useRef(new Map<number, Point>());
  const { zoom, move } = view;
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const wheel = (event: WheelEvent) => {
      if (!event.ctrlKey && pageScrolls()) return;
      // Otherwise the browser zooms the whole page.
      event.preventDefault();
      zoom(id, scaleOf(event), spotOf(element, event));
    };
    // Two fingers zoom the picture, and not the page.
    const touch = (event: TouchEvent) => {
      if (event.touches.length > 1) event.preventDefault();
    };
    const options = { passive: false } as const;
    element.addEventListener('wheel', wheel, options);
    element.addEventListener('touchstart', touch, options);
    element.addEventListener('touchmove', touch, options);
    return () => {
      element.removeEventListener('wheel', wheel);
      element.removeEventListener('touchstart', touch);
      element.removeEventListener('touchmove', touch);
    };
  }, [id, zoom]);

  const press = (event: PointerEvent<HTMLElement>) => {
    view.point(id);
    if (event.button !== 0) return;
    down.current.set(event.pointerId, spotOf(event.currentTarget, event));
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const element = event.currentTarget;
    const before = down.current.get(event.pointerId);
    if (!before) return;
    const now = spotOf(element, event);
    down.current.set(event.pointerId, now);
    const fingers = down.current.size;
    // The middle between two fingers moves by half the distance of one finger.
    move(id, { x: (now.x - before.x) / fingers, y: (now.y - before.y) / fingers });
    const other = [...down.current].find(([pointer]) => pointer !== event.pointerId)?.[1];
    const was = other && apart(element, before, other);
    if (!was) return;
    zoom(id, apart(element, now, other) / was, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
  };
  const lift = (event: PointerEvent<HTMLElement>) => down.current.delete(event.pointerId);
  const arrow = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by || placement.zoom === 1) return;
    event.preventDefault();
    move(id, by);
  };

  const placement = view.placementOf(id);
  return (
    <section
      ref={stage}
      className={placement.zoom > 1 ? 'stage zoomed' : 'stage'}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a picture that is zoomed is moved by the arrow keys
      tabIndex={0}
      onFocus={() => view.point(id)}
      onKeyDown={arrow}
      onPointerEnter={() => view.point(id)}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={lift}
      onPointerCancel={lift}
    >
      <div
        className="plane"
        style={{ transform: `translate(${placement.x * 100}%, ${placement.y * 100}%) scale(${placement.zoom})` }}
      >
        <div
          className={placement.turns % 2 === 1 ? 'picture turned' : 'picture'}
          style={{ transform: `rotate(${placement.turns * 90}deg)`, ...(view.bright && { filter: 'brightness(1.5)' }) }}
        >
          {children}
        </div>
      </div>
    </section>
  );
}
