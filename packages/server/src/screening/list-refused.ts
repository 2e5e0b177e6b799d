/** Reasons why a list was refused, for callers that answer differently to each. */
export type RefusalReason =
  | 'wrong_format'
  | 'incomplete'
  | 'malformed'
  | 'no_records'
  | 'duplicate'
  | 'too_large'
  | 'missing_column'
  | 'encoding'
  | 'checksum'
  | 'option';

/** Place in a file: its name, and a line from 1 or a byte from 0. */
export interface Place {
  readonly file: string;
  readonly line?: number;
  readonly byte?: number;
}

/**
 * A list that is not imported. Nothing of it may be kept. Its message names file, line or byte, and the reason; never the content
 * there, since that is personal data.
 */
export class ListRefused extends Error {
  readonly reason: RefusalReason;
  readonly place: Place | undefined;
  /** The message without the place. */
  readonly why: string;

  constructor(reason: RefusalReason, message: string, place?: Place) {
    super(place ? `${placeInWords(place)}: ${message}` : message);
    this.name = 'ListRefused';
    this.reason = reason;
    this.place = place;
    this.why = message;
  }

  /** Arguments of its constructor, to pass it between processes. */
  get facts(): RefusalFacts {
    return [this.reason, this.why, this.place];
  }
}

function placeInWords({ file, line, byte }: Place): string {
  if (line !== undefined) return `${file}, line ${line}`;
  return byte === undefined ? file : `${file}, byte ${byte}`;
}

export type RefusalFacts = readonly [reason: RefusalReason, why: string, place: Place | undefined];
