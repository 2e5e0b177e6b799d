import type { NameCandidate, ScreeningThresholds } from './hit.ts';
import type { ListedName } from './listed-record.ts';
import { partsOf, withGivenNames } from './parts.ts';
import type { QueryName } from './query.ts';

/** Least similarity of family names that agree. */
const FAMILY_AGREES = 0.9;

/**
 * Returns whether only the family names agree, and the account asks for such hits: the rest of either name is initials that agree with
 * the other name, or the query has no more.
 *
 * @param candidate whose name is `listed`
 */
export function isPartialName(
  { parts, unmatched }: NameCandidate,
  listed: ListedName,
  wanted: ScreeningThresholds['partial_names'] = 'off',
): boolean {
  if (wanted === 'off') return false;
  const [initials, names] = [
    parts.filter(({ why }) => why === 'initial'),
    parts.filter(({ why }) => why !== 'initial'),
  ];
  const family = familyWords(listed);
  const agreeing = names.flatMap((part) => contentsOf(part.listed));
  const particles = new Set(partsOf(listed.full).flatMap(({ kind, text }) => (kind === 'particle' ? [text] : [])));
  if (!agreeing.some((word) => family.has(word))) return false;
  if (!agreeing.every((word) => family.has(word) || particles.has(word))) return false;
  if (names.some(({ similarity }) => similarity < FAMILY_AGREES)) return false;
  // Beside an initial that agrees, either side may lack a middle name.
  const contradicted = unmatched.query.some(isName) && (initials.length === 0 || unmatched.listed.some(isName));
  return !contradicted && (initials.length > 0 || wanted === 'all');
}

const isName = (text: string) => partsOf(text).some(({ kind }) => kind === 'content' || kind === 'initial');

/** The words that may be the family name: first and last word where the list doesn't say. */
function familyWords({ full, family }: ListedName): ReadonlySet<string> {
  const said = family ?? /^([^,]+),/.exec(full)?.[1];
  const words = contentsOf(said ?? full);
  return new Set(said ? words : [words[0]!, words.at(-1)!]);
}

const contentsOf = (name: string): string[] =>
  partsOf(name).flatMap(({ kind, text }) => (kind === 'content' ? [text] : []));

/**
 * Returns whether a name has no first name but initials, so that `isPartialName` may be true of it.
 *
 * @example
 * import { mayBePartialName } from '@bonafide/verification';
 *
 * mayBePartialName({ first: 'I.', last: 'Novak' }); // true
 */
export function mayBePartialName({ first, last, full }: QueryName): boolean {
  if (last !== undefined) {
    const firsts = first ? withGivenNames(partsOf(first), partsOf(first).length) : [];
    return firsts.every(({ kind, text }) => kind !== 'content' || text.length === 1);
  }
  const parts = partsOf(full);
  const contents = parts.filter(({ kind }) => kind === 'content').length;
  return contents === 1 || (contents > 1 && parts.some(({ kind }) => kind === 'initial'));
}
