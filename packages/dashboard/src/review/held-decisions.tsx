import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { pathOf } from '../api.ts';
import { useExtraKeys } from '../keys.ts';
import { words } from '../words.ts';
import { type Held, held, useHeld } from './held.ts';

const { review: say } = words;

const SECOND_MS = 1000;

/** Decisions that are shown at once; earlier ones are folded, so that the page keeps its height. */
const SHOWN = 2;

/** Whole seconds until a time, counted down while it is shown. */
function useSecondsUntil(until: number): number {
  const [now, set] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => set(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - now) / SECOND_MS));
}

/**
 * The decisions on other reports that are not stored yet, each with its undo, and those that the service has not taken. `Z` undoes the
 * latest.
 * @param report id of the report whose page is open: its page shows its own decision
 */
export function HeldDecisions({ report }: { report?: string }) {
  const navigate = useNavigate();
  const others = useHeld().filter((one) => one.report !== report);
  const open = ({ place, report: id }: Held) => navigate({ href: `${pathOf(place)}/reports/${id}${location.search}` });
  const undo = (one: Held) => {
    if (held.undo(one.report)) void open(one);
  };
  useExtraKeys((event) => {
    const latest = event.key === 'z' ? others.findLast(({ state }) => state === 'waits') : undefined;
    // On the page of a report, its own decision is undone first.
    if (!latest || held.all().some((one) => one.report === report && one.state === 'waits')) return false;
    undo(latest);
    return true;
  });
  if (others.length === 0) return null;
  const latest = others.findLast(({ state }) => state === 'waits');
  const waiting = others.filter(({ state }) => state !== 'failed');
  const shown = [...others.filter(({ state }) => state === 'failed'), ...waiting.slice(-SHOWN)];
  const folded = waiting.slice(0, -SHOWN);
  const lines = (of: readonly Held[]) =>
    of.map((one) => <Line key={one.report} of={one} keyed={one === latest} undo={() => undo(one)} />);
  return (
    <section className="held" aria-label={say.held}>
      {folded.length > 0 && (
        <details>
          <summary>{say.moreHeld(folded.length)}</summary>
          {lines(folded)}
        </details>
      )}
      {lines(shown)}
    </section>
  );
}

/** One decision with its undo. `keyed`: whether `Z` undoes it. */
function Line({ of: one, keyed, undo }: { of: Held; keyed: boolean; undo: () => void }) {
  const failed = one.state === 'failed';
  return (
    <div className={failed ? 'failed' : ''}>
      <p role={failed ? 'alert' : 'status'}>
        {failed && <strong>{say.notRecorded}: </strong>}
        {say.decisionOn(one.label, one.applicant)}
        {failed && ` ${one.error instanceof Error ? one.error.message : ''}`}
      </p>
      {one.state === 'waits' && (
        <button type="button" onClick={undo}>
          {say.undo} {keyed && <kbd>Z</kbd>} <Seconds until={one.until} />
        </button>
      )}
      {one.state === 'sending' && <span className="quiet">{say.sending}</span>}
      {failed && (
        <>
          <button type="button" onClick={() => void held.send(one.report)}>
            {words.again}
          </button>
          <button type="button" onClick={undo}>
            {say.openAgain}
          </button>
        </>
      )}
    </div>
  );
}

/** The seconds that are left. Screen readers are told once, by the state, and not each second. */
const Seconds = ({ until }: { until: number }) => <span aria-hidden="true">{useSecondsUntil(until)} s</span>;
