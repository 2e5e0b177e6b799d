import { recordedPrincipal } from '../../context/principal.ts';
import type { CaseEntryRow } from '../../store/schema.ts';

/** Sealed data of an entry. */
export interface CaseEntryData {
  /** Empty for a status without a note. */
  readonly note: string;
  /** Members whom the note mentions, with the names that they had then; absent in entries of earlier versions. */
  readonly mentions?: readonly { readonly id: string; readonly name: string }[];
  /** File that the member attached or removed; absent in other entries. Its name is in the row of the file, and goes with it. */
  readonly file?: CaseFileEvent;
}

/** A change of a file of a case. */
export interface CaseFileEvent {
  readonly id: string;
  readonly event: 'attached' | 'removed';
}

/** Id of the member who added an entry; undefined for an operator. */
export function authorIdOf({ created_by }: Pick<CaseEntryRow, 'created_by'>): string | undefined {
  const principal = recordedPrincipal(created_by);
  return principal?.kind === 'member' ? principal.id : undefined;
}
