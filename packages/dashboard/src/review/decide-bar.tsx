import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { ErrorPanel } from '../page-layout.tsx';
import type { Report } from '../types.ts';
import { time, words } from '../words.ts';
import { canAsk } from './ask-applicant.tsx';
import { Recorded } from './dual-control.tsx';
import { HeldDecisions } from './held-decisions.tsx';
import { lookText, outcomeText, toneOf } from './outcome-text.ts';
import type { Review } from './use-review.ts';

const { review: say } = words;

/** Opens the dialogs of the bar. */
export interface OpenDialogs {
  refer(): void;
  askApplicant(): void;
}

/** The decisions that the member may make, with reason and note; then the chosen decision, which can be undone. */
export function DecideBar({
  report,
  place,
  review,
  open,
}: {
  report: Report;
  place: Place;
  review: Review;
  open: OpenDialogs;
}) {
  const { decision, other, choices } = review;
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
        <ChosenDecision chosen={decision.chosen} undo={decision.undo} goOn={decision.goOn} />
      ) : (
        choices.length > 0 && (
          <>
            <Choices review={review} open={open} report={report} />
            <Note place={place} note={review.note} />
          </>
        )
      )}
    </section>
  );
}

/** The chosen decision with its outcome and reason, which can be undone until it is sent. */
const ChosenDecision = ({
  chosen: { label, outcome, note, rest },
  undo,
  goOn,
}: {
  chosen: NonNullable<Review['decision']['chosen']>;
  undo: () => void;
  goOn: () => void;
}) => (
  <div className="undo" role="status">
    <p>
      <strong>
        {say.decided}: {label}.
      </strong>{' '}
      {outcome} {note} <span className="quiet">{say.commits}</span>
    </p>
    <button type="button" onClick={undo}>
      {say.undo} <kbd>Z</kbd>
    </button>
    <button type="button" className="main" onClick={goOn}>
      {rest ? say.commit : say.next} <kbd>Enter</kbd>
    </button>
  </div>
);

/** A button for each choice, with the outcome of the report and the reason, one that asks the applicant, and one that hands the report on. */
function Choices({
  review: { choices, foreseen, choose, note, refers },
  open,
  report,
}: {
  review: Review;
  open: OpenDialogs;
  report: Report;
}) {
  return (
    <div className="choices">
      {choices.map((choice, index) => {
        const outcome = foreseen?.[index];
        return (
          <button key={choice.label} type="button" className={toneOf(outcome)} onClick={() => choose(choice)}>
            <kbd>{index + 1}</kbd>
            <span>
              <strong>{choice.label}</strong>
              <em>{outcome ? (report.hides_decision ? lookText : outcomeText)(outcome) : '…'}</em>
              <small>{note.text.trim() || choice.note || say.reasonNeeded}</small>
            </span>
          </button>
        );
      })}
      {canAsk(report) && (
        <button type="button" className="aside" onClick={open.askApplicant}>
          <kbd>A</kbd>
          <span>
            <strong>{words.asking.title}</strong>
          </span>
        </button>
      )}
      {refers && (
        <button type="button" className="aside" onClick={open.refer}>
          <kbd>S</kbd>
          <span>
            <strong>{say.refer}</strong>
          </span>
        </button>
      )}
    </div>
  );
}

/** The reason of the decision: chosen from a list, or written. */
function Note({ place, note: { text, write, field, reasons, isMissing } }: { place: Place; note: Review['note'] }) {
  const hint = useId();
  return (
    <>
      <Reasons place={place} own={reasons} choose={write} />
      <textarea
        ref={field}
        rows={1}
        aria-label={say.note}
        aria-describedby={isMissing ? hint : undefined}
        placeholder={say.notePlaceholder}
        maxLength={2000}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
      {isMissing && (
        <p id={hint} role="alert" className="lacks">
          {say.lacksReason}
        </p>
      )}
    </>
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
