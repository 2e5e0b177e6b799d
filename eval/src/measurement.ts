/** One line of the printed table. */
export interface Measurement {
  readonly what: string;
  /** Right answers of all, or a figure that is no share. */
  readonly right?: number;
  readonly of?: number;
  readonly figure?: string;
  /** What it is held against, in words, and whether it is met. */
  readonly target?: string;
  readonly met?: boolean;
}

/** Options of the command line that single subjects know. */
export interface EvalOptions {
  /** Folder to write what is made to. */
  readonly write?: string | undefined;
  /** Folder that keeps what takes long, for the next run. */
  readonly cache?: string | undefined;
}

/** Measures one subject on data with known truth. */
export interface Subject {
  /** Name on the command line. */
  readonly name: string;
  /** @param data folder of the sets: `../shared/data`, or another of the same kinds */
  measure(data: string, options: EvalOptions): Promise<Measurement[]>;
}
