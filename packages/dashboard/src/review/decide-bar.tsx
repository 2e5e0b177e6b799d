import { useQuery } from '@tanstack/react-query';
import { type RefObject, useId } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel } from '../page-layout.tsx';
import type { Claim, Foreseen, Report } from '../types.ts';
import { time, words } from '../words.ts';
import type { Choice } from './choices.ts';
import { Recorded } from './dual-control.tsx';
import { HeldDecisions } from './held-decisions.tsx';
import { outcomeText, toneOf } from './outcome-text.ts';
import type { Deciding } from './use-decision.ts';

const { review: say } = words;

/** The decisions that the member may make, with reason and note; then the chosen decision, which can be undone. */
export function DecideBar({
  report,
  place,
  decision,
  choices,
  foreseen,
  reasons,
  other,
  note,
  write,
  noteField,
  lacksReason,
  choose,
  refer,
}: {
  report: Report;
  place: Place;
  decision: Deciding;
  choices: readonly Choice[];
  /** The outcome of the report for each choice; undefined while the service has not answered. */
  foreseen: readonly (Foreseen | null)[] | undefined;
  /** Offered reasons, besides the account's own. */
  reasons: readonly string[];
  /** Claim of another reviewer on the report. */
  other: Claim | null;
  note: string;
  write: (note: string) => void;
  noteField: RefObject<HTMLTextAreaElement | null>;
  /** True if a choice was made without a reason, while the page offers none. */
  lacksReason: boolean;
  choose: (choice: Choice) => void;
  refer: () => void;
}) {
  const hint = useId();
  const written = note.trim();
  return (
    <section className="decide" aria-label={say.decide}>
      <HeldDecisions report={report.id} />
      {decision.error && <ErrorPanel error={decision.error} />}
      {!decision.chosen && <Recorded id={report.id} />}
      {report.standing.decided && (
        <button type="button" className="main" onClick={decision.takeNext}>
          {say.takeNext}
        </button>
      )}
      {other && (
        <p role="status">
          {other.name} {say.atWork} {time(other.until)}
        </p>
      )}
      {decision.chosen ? (
        <div className="undo" role="status">
          <p>
            <strong>
              {say.decided}: {decision.chosen.label}.
            </strong>{' '}
            {decision.chosen.outcome} {decision.chosen.note} <span className="quiet">{say.commits}</span>
          </p>
          <button type="button" onClick={decision.undo}>
            {say.undo} <kbd>Z</kbd>
          </button>
          <button type="button" className="main" onClick={decision.goOn}>
            {decision.chosen.rest ? say.commit : say.next} <kbd>Enter</kbd>
          </button>
        </div>
      ) : (
        choices.length > 0 && (
          <>
            <div className="choices">
              {choices.map((choice, index) => {
                const outcome = foreseen?.[index];
                return (
                  <button key={choice.label} type="button" className={toneOf(outcome)} onClick={() => choose(choice)}>
                    <kbd>{index + 1}</kbd>
                    <span>
                      <strong>{choice.label}</strong>
                      <em>{outcome ? outcomeText(outcome) : '…'}</em>
                      <small>{written || choice.note || say.reasonNeeded}</small>
                    </span>
                  </button>
                );
              })}
              <button type="button" onClick={refer}>
                <kbd>S</kbd>
                <span>
                  <strong>{say.refer}</strong>
                </span>
              </button>
            </div>
            <Reasons place={place} own={reasons} choose={write} />
            <textarea
              ref={noteField}
              rows={1}
              aria-label={say.note}
              aria-describedby={lacksReason ? hint : undefined}
              placeholder={say.notePlaceholder}
              maxLength={2000}
              value={note}
              onChange={(event) => write(event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
            />
            {lacksReason && (
              <p id={hint} role="alert" className="lacks">
                {say.lacksReason}
              </p>
            )}
          </>
        )
      )}
    </section>
  );
}

/** Reasons of decisions, the account's own first; the chosen one becomes the note. */
function Reasons({ place, own, choose }: { place: Place; own: readonly string[]; choose: (reason: string) => void }) {
  const { data } = useQuery({
    queryKey: ['reasons', place],
    queryFn: () => ask<Answers['GET /accounts/{account}/{environment}/reasons']>('GET', `${pathOf(place)}/reasons`),
    staleTime: 60_000,
  });
  return (
    <select aria-label={say.reason} value="" onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{say.reason}…</option>
      {[...new Set([...(data?.reasons ?? []), ...own])].map((reason) => (
        <option key={reason}>{reason}</option>
      ))}
    </select>
  );
}
