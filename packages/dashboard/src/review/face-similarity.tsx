import { MeasureBar } from '../measure-bar.tsx';
import type { ComparedFaces, Report } from '../types.ts';
import { plain, words } from '../words.ts';
import { signText } from './measures.ts';
import { Figures } from './reason.tsx';

const { review: say } = words;

/** The plot in its own units; each curve is as high as its highest bin. */
const PLOT = { width: 240, height: 56 } as const;

type Measured = NonNullable<ComparedFaces['likeness']>;

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** Pairs in the bins before the one in which a cosine lies, in it, and after it. */
function around(counts: readonly number[], { cosine, distribution: { from, step } }: Measured) {
  const bin = Math.min(counts.length - 1, Math.max(0, Math.floor((cosine - from) / step)));
  return { before: sum(counts.slice(0, bin)), from: sum(counts.slice(bin)), all: sum(counts) };
}

/** A share in percent, with a digit that is not zero. */
const percent = (part: number, all: number): string => {
  const share = (100 * part) / all;
  return `${share === 0 || share >= 1 ? Math.round(share) : share.toPrecision(1)} %`;
};

/** Both distributions with the thresholds and this comparison. */
function Plot({ likeness }: { likeness: Measured }) {
  const { cosine, match, mismatch, distribution } = likeness;
  const { from, step, same, different } = distribution;
  const place = (value: number) =>
    Math.min(PLOT.width, Math.max(0, ((value - from) / (step * same.length)) * PLOT.width));
  const curve = (counts: readonly number[]) => {
    const [wide, most] = [PLOT.width / counts.length, Math.max(...counts)];
    const steps = counts.map((count) => `V${PLOT.height * (1 - count / most)}h${wide}`);
    return `M0 ${PLOT.height}${steps.join('')}V${PLOT.height}z`;
  };
  const thresholds = [mismatch, match].flatMap((value) => (value === null ? [] : [place(value)]));
  return (
    <svg className="likeness" viewBox={`0 0 ${PLOT.width} ${PLOT.height}`} aria-hidden="true">
      <path className="different" d={curve(different)} />
      <path className="same" d={curve(same)} />
      {thresholds.map((x) => (
        <path key={x} className="threshold" d={`M${x} 0V${PLOT.height}`} />
      ))}
      <path className="this" d={`M${place(cosine)} 0V${PLOT.height}`} />
    </svg>
  );
}

/** Position of the score of two faces among the scores of measured pairs of one person, and of two. */
function FaceSimilarity({ likeness, score }: { likeness: Measured; score: string }) {
  const same = around(likeness.distribution.same, likeness);
  const different = around(likeness.distribution.different, likeness);
  return (
    <section aria-labelledby="likeness" className="measured">
      <h2 id="likeness">
        {say.likeness} {score}
      </h2>
      <Plot likeness={likeness} />
      <p className="legend" aria-hidden="true">
        <span className="different">{say.twoPeople}</span>
        <span className="same">{say.onePerson}</span>
        <span className="threshold">{say.thresholds}</span>
        <span className="this">{say.thisPair}</span>
      </p>
      <p>
        {say.ofDifferent(percent(different.from, different.all))} {say.ofSame(percent(same.before, same.all))}
      </p>
      <p className="quiet">{likeness.distribution.source}</p>
    </section>
  );
}

/** Signs of a presentation attack, each with its measure against its threshold. */
function Signals({ signals }: Pick<ComparedFaces, 'signals'>) {
  return (
    <section aria-labelledby="signals">
      <h2 id="signals">{say.signals}</h2>
      <ul className="signals">
        {signals.map(({ name, result, measure, threshold }) => (
          <li key={name}>
            <span>
              <SignName name={name} figures={signOf(measure, threshold, name)} />
            </span>
            {result === 'fail' ? <strong>{say.sign}</strong> : <span className="quiet">{result && say.noSign}</span>}
            {measure !== null && threshold !== null && (
              <MeasureBar measure={measure} threshold={threshold} most={1.25 * Math.max(measure, threshold)} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const signOf = (measure: number | null, threshold: number | null, name: string): string | null =>
  measure === null || threshold === null ? null : signText(name, measure, threshold);

/** The name of a sign, with its measure as a tooltip. */
function SignName({ name, figures }: { name: string; figures: string | null }) {
  const label = words.measures.signs[name] ?? plain(name);
  return figures ? <Figures text={figures}>{label}</Figures> : label;
}

/** Measures of a comparison of faces. */
export function FaceFacts({ report: { faces, leaves } }: { report: Report }) {
  if (!faces) return null;
  const { likeness, signals } = faces;
  const { measure } = leaves['face_comparison.face_match'] ?? {};
  return (
    <>
      {likeness && <FaceSimilarity likeness={likeness} score={measure === undefined ? '' : String(measure)} />}
      {signals.length > 0 && <Signals signals={signals} />}
    </>
  );
}
