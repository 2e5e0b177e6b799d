import type { Properties } from '../../outcome.ts';

/** A made-up document of a real type, with the reading of each side. */
export interface Specimen {
  readonly front: Properties;
  /** Laid over the front, key by key, when both sides are read. */
  readonly back: Properties;
  /** The address in parts, shown by reports with address information. */
  readonly addressLines: Properties;
  readonly addressOn: 'front' | 'back';
  /** Result of the `mrz` leaf; null when the type has no machine-readable zone. */
  readonly mrz: 'clear' | null;
}
