/** Figures of an analyser in a sentence: `(measured 0.31, minimum 0.5)`. */
const FIGURES = / \((measured [^()]*)\)/;

/** The end of a sentence or of a list item, after which the words of the next figures begin. */
const BOUNDARY = /(?:[.;] )(?!.*[.;] )/;

interface Part {
  /** Words without figures. */
  readonly plain: string;
  /** The words that `figures` explain. */
  readonly explained: string;
  readonly figures: string;
}

/** Splits a sentence at its figures. `rest` follows the last of them. */
function split(text: string): { readonly parts: readonly Part[]; readonly rest: string } {
  const parts: Part[] = [];
  let rest = text;
  for (let found = FIGURES.exec(rest); found; found = FIGURES.exec(rest)) {
    const before = rest.slice(0, found.index);
    const boundary = BOUNDARY.exec(before);
    const start = boundary ? boundary.index + boundary[0].length : 0;
    parts.push({ plain: before.slice(0, start), explained: before.slice(start), figures: found[1] as string });
    rest = rest.slice(found.index + found[0].length);
  }
  return { parts, rest };
}

/**
 * A sentence of an analyser with a full stop. Its figures are a tooltip: pointing at `Sharpness: low`, or focusing it, shows
 * `Measured 0.31, minimum 0.5`.
 */
export function Reason({ text }: { text: string }) {
  const { parts, rest } = split(/[.!?]$/.test(text) ? text : `${text}.`);
  return (
    <>
      {parts.map(({ plain, explained, figures }) => (
        <span key={`${explained} ${figures}`}>
          {plain}
          <Figures text={figures.charAt(0).toUpperCase() + figures.slice(1)}>{explained}</Figures>
        </span>
      ))}
      {rest}
    </>
  );
}

/** Words with figures that appear when they are pointed at or focused. */
export const Figures = ({ text, children }: { text: string; children: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a finger or the keyboard opens the tooltip by focusing it
  <span className="explained" tabIndex={0}>
    {children}
    <span className="tip"> {text}</span>
  </span>
);
