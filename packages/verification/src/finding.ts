/** A finding of an analyser with its measure and threshold, so that a reader can check the decision. */
export interface Finding {
  /** Name of the analyser: `blur`. */
  readonly name: string;
  /** The measure, in the analyser's own unit. */
  readonly measure: number;
  /** The threshold for the measure, in the same unit. */
  readonly threshold: number;
  readonly result: 'pass' | 'fail';
  /** An explanation for people, in one sentence. */
  readonly reason: string;
}
