/** What an analyser found, with the figure it stands on, so that a reader can check the decision. */
export interface Finding {
  /** Of the analyser: `blur`. */
  readonly name: string;
  /** What was measured, in the analyser's own unit. */
  readonly measure: number;
  /** What the measure was compared with, in the same unit. */
  readonly threshold: number;
  readonly result: 'pass' | 'fail';
  /** For a human, in one sentence. */
  readonly reason: string;
}
