import type { HistoryEntry } from './types.ts';
import { Chip, When } from './value-display.tsx';
import { eventText, words } from './words.ts';

/** Past events, in order of time. */
export const History = ({ of }: { of: readonly HistoryEntry[] }) => (
  <ol className="history">
    {of.map(({ at, kind, what, before, status, by_name, note }, index) => (
      // Entries are only ever added, at the end.
      // biome-ignore lint/suspicious/noArrayIndexKey: two openings of one second differ by nothing else
      <li key={index}>
        <p>
          <span title={what}>{eventText(what)}</span>{' '}
          {before && (
            <>
              <Chip value={before} /> {words.check.became}{' '}
            </>
          )}
          {status && <Chip value={status} />}
        </p>
        {note && <q>{note}</q>}
        <p className="quiet">
          <When at={at} /> · {words.check.kinds[kind]}
          {by_name && ` ${words.check.by} ${by_name}`}
        </p>
      </li>
    ))}
  </ol>
);
