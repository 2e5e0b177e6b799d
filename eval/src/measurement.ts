/** One line of the printed table. */
export interface Measurement {
  readonly what: string;
  /** Right answers of all, or a figure that is not a share. */
  readonly right?: number;
  readonly of?: number;
  readonly figure?: string;
  /** Target in words; the next field says whether it is met. */
  readonly target?: string;
  readonly met?: boolean;
}

/** Options of the command line that the subject `forgeries` knows. */
export interface EvalOptions {
  /** Folder to write forgeries and sound captures to, instead of judging them. */
  readonly write?: string | undefined;
  /** Folder of an earlier run, which is judged instead of making the forgeries again. */
  readonly made?: string | undefined;
  /** Folder that keeps analyses for the next run: by picture, day and sources of the analysers. */
  readonly cache?: string | undefined;
  /** Sample: so many papers of each country; so many of a hundred forgeries, and twice as many sound documents; the same in every run. */
  readonly sample?: string | undefined;
  /** `tune` or `held`: judges that half of the documents alone. */
  readonly split?: string | undefined;
  /** Judges again beside so many processes that keep the machine busy, and counts verdicts that differ. */
  readonly busy?: string | undefined;
  /** `drawn16`, `eu` or `us`: the subject `assurance` counts by this mix alone. */
  readonly mix?: string | undefined;
  /** Processes that analyse; as many as the machine has cores where not given. */
  readonly workers?: string | undefined;
  /** File to write a model to that is fitted on the half for tuning, of the subjects `portraits` and `text`; of `face-distribution` its table. */
  readonly fit?: string | undefined;
  /** File for every verdict with its reasons, as JSON. */
  readonly verdicts?: string | undefined;
}

/** Measures one subject on data with known truth. */
export interface Subject {
  /** Name on the command line. */
  readonly name: string;
  /** @param data folder of the sets, as `--data` names it */
  measure(data: string, options: EvalOptions): Promise<Measurement[]>;
}
