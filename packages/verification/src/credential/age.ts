import type { Ages, Credential } from './credential.ts';

/** An element of mdocs that states whether the holder has an age: `age_over_18`. */
const AGE_OVER = /^age_over_(\d\d)$/;

/** The claim of SD-JWT VCs with statements by age. */
const AGES_CLAIM = 'age_equal_or_over';

/** Names of data about a credential that say nothing about its holder. */
const ABOUT_CREDENTIAL: readonly string[] = [
  ...['issuing_country', 'issuing_authority', 'issuing_jurisdiction'],
  ...['issue_date', 'issuance_date', 'date_of_issuance', 'expiry_date', 'date_of_expiry'],
];

/** Statements about ages in signed elements or claims. */
export function agesIn(elements: ReadonlyMap<string, unknown>): Ages {
  const claim = elements.get(AGES_CLAIM);
  const byAge = claim !== null && typeof claim === 'object' ? Object.entries(claim) : [];
  const all = [...byAge, ...[...elements].map(([name, value]) => [AGE_OVER.exec(name)?.[1], value] as const)];
  return Object.fromEntries(
    all.flatMap(([age, value]) =>
      age !== undefined && /^\d{1,2}$/.test(age) && typeof value === 'boolean' ? [[String(Number(age)), value]] : [],
    ),
  );
}

/**
 * Returns true if signed statements say that a holder has an age in years, false if they deny it. A wallet may answer by a statement about
 * another age: a true one about an older age, or a false one about a younger age (ISO/IEC 18013-5, 7.2.5). Null if no statement decides, or
 * two contradict each other.
 *
 * @example
 * import { ageStated } from '@bonafide/verification';
 *
 * ageStated({ 21: true }, 18); // true
 * ageStated({ 16: true }, 18); // null
 */
export function ageStated(ages: Ages, age: number): boolean | null {
  const stated = Object.entries(ages).map(([years, value]) => [Number(years), value] as const);
  const isOlder = stated.some(([years, value]) => value && years >= age);
  const isYounger = stated.some(([years, value]) => !value && years <= age);
  return isOlder === isYounger ? null : isOlder;
}

/**
 * Returns whether a presented credential discloses nothing about its holder but ages.
 *
 * @example
 * import { saysAgeAlone } from '@bonafide/verification';
 *
 * saysAgeAlone({ disclosed: ['age_over_18'] }); // true
 * saysAgeAlone({ disclosed: ['age_over_18', 'birth_date'] }); // false
 */
export function saysAgeAlone({ disclosed }: Pick<Credential, 'disclosed'>): boolean {
  return disclosed.every((name) => AGE_OVER.test(name) || name === AGES_CLAIM || ABOUT_CREDENTIAL.includes(name));
}
