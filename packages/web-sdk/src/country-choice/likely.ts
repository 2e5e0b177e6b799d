/** Facts that tell the country whose documents an applicant probably has. */
export interface Hints {
  /** Country of the applicant's address, alpha-3. */
  readonly home: string | null;
  /** Languages of the browser, the dearest first. */
  readonly browser: readonly string[];
  /** Language of the page, BCP 47. */
  readonly page: string;
}

/** The region of a language tag, or the region where most of its speakers live; undefined for a tag without both. */
function regionOf(tag: string | undefined): string | undefined {
  try {
    return tag ? new Intl.Locale(tag).maximize().region : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The most likely issuer, alpha-3: the country where the applicant lives, else the region of the browser's language, else the region
 * of the page's language. Null where none of them is offered.
 *
 * @param offered countries to choose from, with their alpha-2 codes
 */
export function likelyCountry(
  { home, browser, page }: Hints,
  offered: readonly { readonly code: string; readonly region: string }[],
): string | null {
  if (home !== null && offered.some(({ code }) => code === home)) return home;
  const regions = [regionOf(browser[0]), regionOf(page)];
  return regions.map((region) => offered.find((one) => one.region === region)?.code).find(Boolean) ?? null;
}
