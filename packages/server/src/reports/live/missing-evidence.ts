import type { LeafFinding } from '../outcome.ts';

/** First words of the reason of a leaf whose evidence is missing. `lacksEvidence` recognises stored reports by them. */
export const UNCONFIRMED = 'No evidence rules out that';

/** The first words in reports that versions up to 0.2 stored. */
const UNCONFIRMED_BEFORE = 'Nothing on this document confirms that';

/** Returns whether a leaf is in doubt only because evidence is missing: no analyser found anything against it. */
export const lacksEvidence = ({ reason }: Pick<LeafFinding, 'reason'>): boolean =>
  reason.startsWith(UNCONFIRMED) || reason.startsWith(UNCONFIRMED_BEFORE);
