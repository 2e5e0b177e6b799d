import type { FigureChange } from '../api-types.ts';
import { plain, shortDay, words } from '../words.ts';

const { changes: say } = words.insights;

const valueText = (figure: FigureChange['figure'], value: number): string =>
  figure === 'reports' ? String(Math.round(value)) : `${Math.round(value * 1000) / 10} %`;

/** Name of the reports that a change is about; empty for all reports. */
function subjectOf({ dimension, name }: FigureChange): string {
  if (dimension === 'all') return '';
  if (dimension === 'report') return plain(name);
  return name || (dimension === 'workflow' ? words.insights.noWorkflow : words.insights.unknown);
}

/** A sudden change in words: the figure, from what to what, and the day. */
export function changeText(change: FigureChange): string {
  const { figure, direction, usual, found, low, high } = change;
  const text = (value: number) => valueText(figure, value);
  const top = figure === 'reports' ? high : Math.min(1, high);
  const subject = subjectOf(change);
  const what = subject ? `${say.figures[figure]}, ${subject}` : say.figures[figure];
  const days =
    change.day === change.last_day ? shortDay(change.day) : `${shortDay(change.day)} – ${shortDay(change.last_day)}`;
  return `${what}: ${say[direction](text(usual), text(found))}, ${days}. ${say.spread(text(low), text(top))}`;
}

/** The sudden changes of a period. */
export const Changes = ({ of }: { of: readonly FigureChange[] }) =>
  of.length === 0 ? null : (
    <section className="panel" aria-label={say.title}>
      <h2>{say.title}</h2>
      <ul>
        {of.map((change) => (
          <li key={change.id}>{changeText(change)}</li>
        ))}
      </ul>
      <p className="quiet">{say.hint}</p>
    </section>
  );
