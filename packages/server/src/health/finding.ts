export interface Finding {
  name: string;
  /** `failed` keeps the service from its work; `warning` soon will, or keeps it from a part of it. */
  state: 'ok' | 'warning' | 'failed';
  detail: string;
  /** Milliseconds that the examination took; absent for one that asks nothing. */
  ms?: number;
}

export type Verdict = Pick<Finding, 'state' | 'detail'>;
