import { type HtmlPart, html } from '../../base/html.ts';
import type { Text } from '../../words/types.ts';

/** A step that is asked for again, in the words of the page. */
export interface Again {
  /** The number of the attempt: `Attempt 2 of 3`. */
  readonly attempt: string;
  /** The reasons, or one neutral sentence. */
  readonly reasons: readonly string[];
}

/** A line above the title: the attempt, where the step is asked for again, else which of how many steps it is, if it is one. */
export function progressLine(
  text: Pick<Text, 'progress'>,
  {
    place,
    again,
  }: { readonly place?: { readonly step: number; readonly of: number }; readonly again?: Again | undefined },
): HtmlPart {
  if (!again && !place) return null;
  return html`<p class="progress">${again ? again.attempt : place && text.progress(place)}</p>`;
}

/** Says why a step is asked for again, below the title. */
export function againNotice(again: Again | undefined) {
  return again && html`<ul class="given again">${again.reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`;
}
