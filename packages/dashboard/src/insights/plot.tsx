import { type ReactNode, useCallback, useState } from 'react';
import { words } from '../words.ts';

/** Height of a plot and the room for its axes, in pixels; it is as wide as its place. */
const PLOT = { height: 190, left: 44, bottom: 24, top: 18, right: 4 } as const;
const INNER = PLOT.height - PLOT.bottom - PLOT.top;

/** Pixels that a plot has before its place is measured, and those that it has at least. */
const WIDTH = { first: 560, least: 200 } as const;

/** The widest bar, in pixels. */
const WIDEST = 36;

/** A class of the style sheet that gives colour and pattern. */
export type SeriesStyle = 'one' | 'one-faint' | 'two' | 'two-faint' | 'three' | 'four' | 'four-faint';

/** A series of the plot. */
interface Series<Row> {
  readonly label: string;
  readonly look: SeriesStyle;
  readonly value: (row: Row) => number | null;
}

interface Plot<Row> {
  readonly title: string;
  readonly hint?: string;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  /** A name as the axis has it, where it is shorter. */
  readonly tickOf?: (row: Row) => string;
  /** Head of the first column of the table. */
  readonly head: string;
  readonly series: readonly Series<Row>[];
  /** A value as text. */
  readonly text?: (value: number) => string;
  /** True for bars without their numbers above them, where these would touch. */
  readonly bare?: boolean;
  /** Text in place of a plot without values. */
  readonly none: string;
}

/** The width of an element in pixels, whatever the window does: letters of a plot keep their size. */
function useWidth(): readonly [number, (element: Element | null) => (() => void) | undefined] {
  const [width, setWidth] = useState<number>(WIDTH.first);
  const measure = useCallback((element: Element | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.max(WIDTH.least, Math.floor(entry.contentRect.width))),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}

/** A plot with its title, the names of its series, and the same as a table, which is what screen readers read. */
function Frame<Row>({
  title,
  hint,
  rows,
  nameOf,
  head,
  series,
  text = String,
  none,
  empty,
  draw,
  lastOf,
}: Plot<Row> & { empty: boolean; draw: (width: number) => ReactNode; lastOf?: (series: Series<Row>) => string }) {
  const [width, measure] = useWidth();
  return (
    <section className="panel plot" aria-label={title}>
      <h2>{title}</h2>
      {empty ? (
        <p className="quiet none">{none}</p>
      ) : (
        <>
          {series.length > 1 && (
            <ul className="legend" aria-hidden="true">
              {series.map((one) => (
                <li key={one.label} className={one.look}>
                  {one.label} {lastOf && <b>{lastOf(one)}</b>}
                </li>
              ))}
            </ul>
          )}
          <div ref={measure}>
            <svg width={width} height={PLOT.height} viewBox={`0 0 ${width} ${PLOT.height}`} aria-hidden="true">
              {draw(width)}
            </svg>
          </div>
          <details>
            <summary>{words.overview.asTable}</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by the arrow keys */}
            <section className="wide" aria-label={`${title}: ${words.overview.asTable}`} tabIndex={0}>
              <table aria-label={title}>
                <thead>
                  <tr>
                    <th scope="col">{head}</th>
                    {series.map(({ label }) => (
                      <th key={label} scope="col" className="number">
                        {label}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={nameOf(row)}>
                      <th scope="row">{nameOf(row)}</th>
                      {series.map(({ label, value }) => {
                        const found = value(row);
                        return (
                          <td key={label} className="number">
                            {found === null ? '–' : text(found)}
                          </td>
                        );
                      })}
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          </details>
        </>
      )}
      {hint && <p className="quiet">{hint}</p>}
    </section>
  );
}

/** Rounds a value up to 1, 2, 4, 6, 8 or 10 with zeros. Half of each is round, too. */
function roundUp(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 4, 6, 8, 10].find((one) => one * size >= value) ?? 10) * size;
}

/** Pixels that a name takes on an axis. */
const NAME = 64;

/** The places of an axis that are named: every one that has room, counted from the last. */
function namedPlaces(count: number, room: number): number[] {
  const every = Math.max(1, Math.ceil((count * NAME) / room));
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % every === 0);
}

/** The axes: lines at the given heights with their texts, and names below. */
const Axes = ({
  width,
  ticks,
  names,
}: {
  width: number;
  ticks: readonly (readonly [y: number, text: string])[];
  names: readonly string[];
}) => {
  const room = width - PLOT.left - PLOT.right;
  return (
    <g className="axes">
      {ticks.map(([y, text]) => (
        <g key={text}>
          <path d={`M${PLOT.left} ${y}H${width - PLOT.right}`} />
          <text x={PLOT.left - 8} y={y + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {namedPlaces(names.length, room).map((index) => (
        <text
          key={names[index]}
          x={PLOT.left + (room * (index + 0.5)) / names.length}
          y={PLOT.height - 6}
          textAnchor={index === names.length - 1 && names.length > 8 ? 'end' : 'middle'}
          dx={index === names.length - 1 && names.length > 8 ? room / names.length / 2 : 0}
        >
          {names[index]}
        </text>
      ))}
    </g>
  );
};

/** Pixels of a digit, bold. */
const DIGIT = 8.5;

/** Most bars that have their number above them: of more, numbers would touch. */
const NUMBERED = 12;

/** Bars whose parts are the series, one above the other. */
export function Bars<Row>(plot: Plot<Row>) {
  const { rows, nameOf, tickOf = nameOf, series, text = String, bare = false } = plot;
  const totals = rows.map((row) => series.reduce((sum, { value }) => sum + (value(row) ?? 0), 0));
  const most = roundUp(Math.max(1, ...totals));
  const numbered = !bare && totals.filter((total) => total > 0).length <= NUMBERED;
  const y = (value: number) => PLOT.top + INNER * (1 - value / most);
  const ticks = (most === 1 ? [0, 1] : [0, most / 2, most]).map((value) => [y(value), text(value)] as const);
  const draw = (width: number) => {
    const step = (width - PLOT.left - PLOT.right) / rows.length;
    const bar = Math.min(WIDEST, step * 0.72);
    return (
      <>
        <Axes width={width} ticks={ticks} names={rows.map(tickOf)} />
        {rows.map((row, index) => {
          let below = 0;
          const middle = PLOT.left + step * (index + 0.5);
          const total = totals[index] as number;
          return (
            <g key={nameOf(row)}>
              <title>{`${nameOf(row)}: ${series.map(({ label, value }) => `${label} ${value(row) ?? 0}`).join(', ')}`}</title>
              {series.map(({ label, look, value }) => {
                const own = value(row) ?? 0;
                below += own;
                return (
                  <rect
                    key={label}
                    className={look}
                    x={middle - bar / 2}
                    width={bar}
                    y={y(below)}
                    height={(INNER * own) / most}
                  />
                );
              })}
              {numbered && total > 0 && (
                <text
                  className="number"
                  // The number of the last bar stays within the plot.
                  x={Math.min(middle, width - (text(total).length * DIGIT) / 2)}
                  y={y(total) - 5}
                  textAnchor="middle"
                >
                  {text(total)}
                </text>
              )}
            </g>
          );
        })}
      </>
    );
  };
  return <Frame {...plot} empty={totals.every((total) => total === 0)} draw={draw} />;
}

/** Heights of an axis of time in seconds, which is logarithmic: a second beside a day. */
const TIMES = [1, 60, 3600, 86_400, 604_800] as const;

/** Times in seconds as points, joined within a series, on a logarithmic axis; the legend has the last of each. */
export function Times<Row>(plot: Plot<Row> & { readonly text: (value: number) => string }) {
  const { rows, nameOf, tickOf = nameOf, series, text } = plot;
  const values = rows.flatMap((row) => series.map(({ value }) => value(row) ?? 0));
  const most = TIMES.find((one) => one >= Math.max(60, ...values)) ?? Math.max(...values);
  const y = (seconds: number) =>
    PLOT.top + INNER * (1 - Math.log10(Math.max(1, seconds)) / Math.log10(Math.max(2, most)));
  const ticks = TIMES.filter((one) => one <= most).map((one) => [y(one), text(one)] as const);
  const draw = (width: number) => {
    const x = (index: number) => PLOT.left + ((width - PLOT.left - PLOT.right) * (index + 0.5)) / rows.length;
    return (
      <>
        <Axes width={width} ticks={ticks} names={rows.map(tickOf)} />
        {series.map(({ label, look, value }) => {
          const points = rows.flatMap((row, index) => {
            const seconds = value(row);
            return seconds === null ? [] : [{ at: x(index), y: y(seconds), name: nameOf(row), seconds }];
          });
          return (
            <g key={label} className={look}>
              <polyline points={points.map((point) => `${point.at},${point.y}`).join(' ')} />
              {points.map((point) => (
                <circle key={point.name} cx={point.at} cy={point.y} r="4">
                  <title>{`${point.name}: ${label} ${text(point.seconds)}`}</title>
                </circle>
              ))}
            </g>
          );
        })}
      </>
    );
  };
  const lastOf = ({ value }: Series<Row>): string => {
    const row = rows.findLast((one) => value(one) !== null);
    return row ? `${text(value(row) as number)}, ${tickOf(row)}` : '';
  };
  const empty = rows.every((row) => series.every(({ value }) => value(row) === null));
  return <Frame {...plot} empty={empty} draw={draw} lastOf={lastOf} />;
}
