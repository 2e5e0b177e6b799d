import type { ReactNode } from 'react';
import { words } from '../words.ts';

/** Width and height of a plot in its own units, and the room for the axes. */
const PLOT = { width: 720, height: 200, left: 56, bottom: 24, top: 10 } as const;
const INNER = { width: PLOT.width - PLOT.left, height: PLOT.height - PLOT.bottom - PLOT.top } as const;

/** What is drawn: a name, and a class of the style sheet that gives colour and pattern. */
interface Series<Row> {
  readonly label: string;
  readonly look: 'one' | 'two' | 'three';
  readonly value: (row: Row) => number | null;
}

interface Plot<Row> {
  readonly title: string;
  readonly hint?: string;
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  /** Head of the first column of the table. */
  readonly head: string;
  readonly series: readonly Series<Row>[];
  /** A value as text. */
  readonly text?: (value: number) => string;
  /** What stands in the place of a plot without values. */
  readonly none: string;
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
  children,
}: Plot<Row> & { empty: boolean; children: ReactNode }) {
  return (
    <section className="panel plot" aria-label={title}>
      <h2>{title}</h2>
      {hint && <p className="quiet">{hint}</p>}
      {empty ? (
        <p className="quiet">{none}</p>
      ) : (
        <>
          {series.length > 1 && (
            <ul className="legend" aria-hidden="true">
              {series.map(({ label, look }) => (
                <li key={label} className={look}>
                  {label}
                </li>
              ))}
            </ul>
          )}
          {children}
          <details>
            <summary>{words.overview.asTable}</summary>
            <table aria-label={title}>
              <thead>
                <tr>
                  <th scope="col">{head}</th>
                  {series.map(({ label }) => (
                    <th key={label} scope="col">
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
                      return <td key={label}>{found === null ? '–' : text(found)}</td>;
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}

/** A round number that is at least a value: 1, 2 or 5 with zeros. */
function roundUp(value: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 5, 10].find((one) => one * size >= value) ?? 10) * size;
}

/** Names that an axis has room for. */
const NAMES = 7;

/** The places of an axis that are named: all where there is room, else the first, middle and last. */
const namedPlaces = (count: number): number[] =>
  count <= NAMES ? Array.from({ length: count }, (_, index) => index) : [0, Math.floor((count - 1) / 2), count - 1];

const anchorOf = (index: number, count: number): 'start' | 'middle' | 'end' => {
  if (count <= NAMES) return 'middle';
  return index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle';
};

/** The axes: lines at the given heights with their texts, and names below. */
const Axes = ({
  ticks,
  names,
}: {
  ticks: readonly (readonly [y: number, text: string])[];
  names: readonly string[];
}) => (
  <g className="axes">
    {ticks.map(([y, text]) => (
      <g key={text}>
        <path d={`M${PLOT.left} ${y}H${PLOT.width}`} />
        <text x={PLOT.left - 6} y={y + 4} textAnchor="end">
          {text}
        </text>
      </g>
    ))}
    {namedPlaces(names.length).map((index) => (
      <text
        key={names[index]}
        x={PLOT.left + (INNER.width * (index + 0.5)) / names.length}
        y={PLOT.height - 6}
        textAnchor={anchorOf(index, names.length)}
      >
        {names[index]}
      </text>
    ))}
  </g>
);

/** Bars whose parts are the series, one above the other. */
export function Bars<Row>(plot: Plot<Row>) {
  const { rows, nameOf, series, text = String } = plot;
  const totals = rows.map((row) => series.reduce((sum, { value }) => sum + (value(row) ?? 0), 0));
  const most = roundUp(Math.max(1, ...totals));
  const step = INNER.width / rows.length;
  const y = (value: number) => PLOT.top + INNER.height * (1 - value / most);
  const ticks = (most === 1 ? [0, 1] : [0, most / 2, most]).map((value) => [y(value), text(value)] as const);
  return (
    <Frame {...plot} empty={totals.every((total) => total === 0)}>
      <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} aria-hidden="true">
        <Axes ticks={ticks} names={rows.map(nameOf)} />
        {rows.map((row, index) => {
          let below = 0;
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
                    x={PLOT.left + step * index + step * 0.15}
                    width={step * 0.7}
                    y={y(below)}
                    height={(INNER.height * own) / most}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
    </Frame>
  );
}

/** Heights of an axis of time in seconds, which is logarithmic: a second beside a day. */
const TIMES = [1, 60, 3600, 86_400, 604_800] as const;

/** Times in seconds as points, joined within a series, on a logarithmic axis. */
export function Times<Row>(plot: Plot<Row> & { readonly text: (value: number) => string }) {
  const { rows, nameOf, series, text } = plot;
  const values = rows.flatMap((row) => series.map(({ value }) => value(row) ?? 0));
  const most = TIMES.find((one) => one >= Math.max(60, ...values)) ?? Math.max(...values);
  const y = (seconds: number) =>
    PLOT.top + INNER.height * (1 - Math.log10(Math.max(1, seconds)) / Math.log10(Math.max(2, most)));
  const x = (index: number) => PLOT.left + (INNER.width * (index + 0.5)) / rows.length;
  const ticks = TIMES.filter((one) => one <= most).map((one) => [y(one), text(one)] as const);
  return (
    <Frame {...plot} empty={rows.every((row) => series.every(({ value }) => value(row) === null))}>
      <svg viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} aria-hidden="true">
        <Axes ticks={ticks} names={rows.map(nameOf)} />
        {series.map(({ label, look, value }) => {
          const points = rows.flatMap((row, index) => {
            const seconds = value(row);
            return seconds === null ? [] : [{ at: x(index), y: y(seconds), name: nameOf(row), seconds }];
          });
          return (
            <g key={label} className={look}>
              <polyline points={points.map((point) => `${point.at},${point.y}`).join(' ')} />
              {points.map((point) => (
                <circle key={point.name} cx={point.at} cy={point.y} r="3">
                  <title>{`${point.name}: ${label} ${text(point.seconds)}`}</title>
                </circle>
              ))}
            </g>
          );
        })}
      </svg>
    </Frame>
  );
}
