import { splitSuffix, suffixForm } from '@bonafide/verification';
import type { ReportApplicant } from '../../types.ts';
import { type DocumentReading, SOURCES, type Source, valuesOf } from './reading.ts';

interface KnownSuffix {
  readonly source: Source;
  /** One form for each suffix: `JR`, `SR`, `II`. */
  readonly suffix: string;
}

/** The suffixes of the holder's name (JR, SR, II …): in the barcode's own element, and at the end of the names of every source. */
function suffixesOf(reading: DocumentReading): KnownSuffix[] {
  const own = suffixForm(reading.analysis.card?.name_suffix ?? '');
  const names = [...valuesOf(reading, 'surname'), ...valuesOf(reading, 'givenNames')];
  return [
    ...(own === null ? [] : [{ source: 'barcode' as const, suffix: own }]),
    ...names.flatMap(({ source, value, mayBeCut }) => {
      const { suffix } = splitSuffix(value);
      // A cut name may have lost a part of its suffix.
      return suffix === null || mayBeCut ? [] : [{ source, suffix }];
    }),
  ];
}

/** Says that two sources of the document have different suffixes; null where they don't. A suffix that one source lacks is left out. */
export function suffixDifference(reading: DocumentReading): string | null {
  const [first, ...others] = suffixesOf(reading);
  const differing = others.find(({ suffix }) => suffix !== first?.suffix);
  if (!first || !differing) return null;
  return `The name suffix in the ${SOURCES[first.source]} (${first.suffix}) does not match the ${SOURCES[differing.source]} (${differing.suffix})`;
}

/** Says that the applicant has another suffix than the document: they may be father and son. Null without two suffixes. */
export function otherSuffix(
  reading: DocumentReading,
  { first_name, last_name }: Pick<ReportApplicant, 'first_name' | 'last_name'>,
): string | null {
  const claimed = splitSuffix(last_name).suffix ?? splitSuffix(first_name).suffix;
  const found = suffixesOf(reading);
  if (claimed === null || found.length === 0 || found.some(({ suffix }) => suffix === claimed)) return null;
  const [{ source, suffix }] = found as [KnownSuffix];
  return `The name suffix in the ${SOURCES[source]} (${suffix}) does not match the applicant's data (${claimed}). They may be two members of one family`;
}
