/**
 * Words before a name that issuers abbreviate, with their abbreviations: saint (English, French, German, Dutch, Spanish, Portuguese)
 * and daughter of (Malay).
 */
const SPELLINGS = ['ST SAINT SANKT SINT', 'STE SAINTE', 'STA SANTA', 'STO SANTO', 'SN SAN', 'BINTI BINTE BTE BT'].map(
  (group) => group.split(' '),
);

/** Returns the form with its first such word in every spelling: `ST PIERRE` and `SAINT PIERRE`, so that `STPIERRE` is equal, too. */
export function inSpellings(form: string): string[] {
  const words = form.split(' ');
  const at = words.findIndex((word, i) => i < words.length - 1 && SPELLINGS.some((group) => group.includes(word)));
  const group = SPELLINGS.find((spellings) => spellings.includes(words[at] ?? ''));
  return group?.map((word) => words.with(at, word).join(' ')) ?? [form];
}

const MUHAMMADS = 'MOHAMMED MOHAMMAD MOHAMED MOHAMAD MUHAMMAD MUHAMMED MUHAMAD MUHAMED'.split(' ');

/**
 * Given names for which documents write an abbreviation: in the Philippines, Spain and Mexico, and in Malaysia, Bangladesh and India.
 * Some abbreviations are names themselves (`MA`), so they prove neither one name nor two.
 */
const ABBREVIATED: Readonly<Record<string, readonly string[]>> = {
  MA: ['MARIA'],
  FCO: ['FRANCISCO'],
  GPE: ['GUADALUPE'],
  MOHD: MUHAMMADS,
  MUHD: MUHAMMADS,
  MHD: MUHAMMADS,
  MD: MUHAMMADS,
};

/** Returns the form with its first abbreviated given name in full, in each spelling; empty without an abbreviation. */
export function inFull(form: string): string[] {
  const words = form.split(' ');
  const at = words.findIndex((word) => word in ABBREVIATED);
  return (ABBREVIATED[words[at] ?? ''] ?? []).map((word) => words.with(at, word).join(' '));
}
