import type { Breakdowns, OutcomePatch, Properties } from '../outcome.ts';
import type { ReportSubject, ReportType } from '../types.ts';

/** Reading that the sandbox gives of a document when the last name requests a document type. */
export interface SpecimenReading {
  readonly properties: Properties;
  /** Present when the side with the address was read. */
  readonly addressLines?: Properties;
  readonly barcodeRead: boolean;
  /** Result of the `mrz` leaf; null when documents of this type have no machine-readable zone. */
  readonly mrz: 'clear' | null;
}

/** Answer of the sandbox for one type of report. */
export interface SandboxAnswer {
  /** The clear body; `reading` is of the specimen that the last name asks for, if it asks for one. */
  clear(
    subject: ReportSubject,
    type: Pick<ReportType, 'tree' | 'uses' | 'absent'>,
    reading?: SpecimenReading,
  ): { breakdown: Breakdowns; properties: Properties };
  /** Changes when the report is to be `consider` and no trigger names a leaf. */
  consider(subject: ReportSubject): OutcomePatch;
  /** Changes when no source is to match; absent if the sandbox has no such answer. */
  readonly noMatch?: OutcomePatch;
}
