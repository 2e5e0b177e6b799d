import { Chip } from './value-display.tsx';
import { exactTime, span, words } from './words.ts';

const { queue: say } = words;

const MINUTE_S = 60;

/** Due time of a report, relative to now: "Due in 2 h", or a red "Overdue by 2 h". The title has the exact time. */
export function Due({ at }: { at: string }) {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000);
  // Whole minutes, so that a list does not count seconds.
  const minutes = Math.max(1, Math.round(Math.abs(seconds) / MINUTE_S));
  const time = span(minutes * MINUTE_S);
  return (
    <time dateTime={at} title={exactTime(at)}>
      {seconds < 0 ? <Chip value="failed">{say.overdue(time)}</Chip> : say.dueIn(time)}
    </time>
  );
}
