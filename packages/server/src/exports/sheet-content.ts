import type { PrintedPicture } from '../media-files/printed-picture.ts';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

export interface Badge {
  readonly text: string;
  readonly tone: Tone;
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  readonly tone?: Tone;
}

export interface Row extends Fact {
  /** Steps of indentation. */
  readonly depth: number;
  readonly strong?: boolean;
}

export interface Picture extends PrintedPicture {
  readonly caption: string;
}

/** Strokes, each `[x, y, x, y, …]`, within a field of this size. */
export interface Drawn {
  readonly strokes: readonly (readonly number[])[];
  readonly width: number;
  readonly height: number;
}

/** Company of the document. */
export interface Company {
  readonly name: string;
  /** `#rrggbb`, of a line under the head. */
  readonly colour?: string | undefined;
  readonly logo?: PrintedPicture | undefined;
  /** Contact of the company for applicants. */
  readonly contact?: string | undefined;
}
