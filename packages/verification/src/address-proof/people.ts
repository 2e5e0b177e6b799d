import { folded } from '../text/page.ts';

/** Words that make a line the name of something else than a person. Folded, whole words. */
const COMPANY = new Set(
  `bank banking building society ltd limited llc llp inc incorporated corp corporation plc gmbh ag kg sarl sas sa srl spa
  bv nv ab oy as aps company co group holding holdings services service energy energie power electric electricity gas water
  telecom telecommunications mobile wireless communications broadband insurance assurance assurances versicherung council
  borough city county department ministry office association hoa trust fund pension university hospital clinic school
  utilities utility hardwares hardware store shop market solutions systems international partners agency authority
  banque banco banca sparkasse credit union finance financial mutual customer care centre center headquarters box`.split(
    /\s+/,
  ),
);

/** Words of forms and tables that no name holds. */
const FORM = new Set(
  `account statement page date number total balance payment payments due amount bill invoice period summary details
  description opening closing previous new your you the of for and to from in with on at is are this that contact us call
  phone tel fax email web website customer reference ref no id type sort code iban bic address name holder period issued
  dear sir madam checking savings deposit deposits withdrawal withdrawals transfer interest charges tax vat private
  confidential important information notice copy original duplicate usage meter reading tariff thank mr&mrs street road
  avenue lane drive court apt suite floor unit united states kingdom republic de la le les des der die das el los il`.split(
    /\s+/,
  ),
);

const TITLE =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|madam|mme|mlle|m|herr|frau|sr|sra|srta|sig|sig\.ra|dhr|mevr|messrs)\.?(?: +|$)/i;

/** Whether a line may be the name of one person or of several: letters only, and no word of a company or a form. */
export function mayBePeople(line: string): boolean {
  const parts = partsOf(line);
  const bare = parts.map(({ name }) => name).join(' ');
  if (bare.length > 60 || !/^\p{L}[\p{L}\p{M}'’.,\- ]*$/u.test(bare)) return false;
  const words = folded(bare)
    .split(/[ .,]+/)
    .filter(Boolean);
  const least = parts.some(({ title }) => title) ? 1 : 2;
  if (words.length < least || words.length > 8) return false;
  if (words.some((word) => COMPANY.has(word) || FORM.has(word))) return false;
  // A name is written in capitals, or with capitals at the beginning of most of its words.
  return bare.split(/[ -]+/).filter((word) => /^\p{Lu}/u.test(word)).length >= least;
}

function partsOf(line: string): { name: string; title: boolean }[] {
  const parts = line.split(/ *(?:&|\+|\/|;) *| +(?:and|et|und|y|e|en) +/i);
  return parts
    .map((part) => part.trim())
    .map((part) => ({ name: part.replace(TITLE, '').trim(), title: TITLE.test(part) }))
    .filter(({ name }) => name !== '');
}

/** Whether a line may be the name of a company: one of its words says so and none is a word of prose. */
export function namesCompany(line: string): boolean {
  const words = folded(line)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
  return words.some((word) => COMPANY.has(word)) && !words.some((word) => PROSE.has(word));
}

const PROSE = new Set(
  'more with your you do our we us please if is are was will this that it from on by can not how what when contact'.split(
    ' ',
  ),
);

/** The people of one line: `Mr J and Mrs A Smith` names two. Titles are left out. */
export function peopleOf(line: string): string[] {
  const parts = partsOf(line).map(({ name }) => name);
  const last = parts.at(-1)?.split(' ') ?? [];
  // Initials or a first name alone borrow the surname of who comes after.
  return parts.map((part) => (part.includes(' ') || last.length < 2 ? part : `${part} ${last.at(-1)}`));
}

/** First names and last name of a full name, which can only be guessed: the last word is the last name, with what ties it. */
export function splitName(name: string): { firstNames: string; lastNames: string } {
  const comma = /^([^,]+), *(.+)$/.exec(name);
  if (comma) return { firstNames: comma[2]!, lastNames: comma[1]! };
  const words = name.split(/ +/);
  let at = words.length - 1;
  while (at > 1 && TIES.has(folded(words[at - 1]!))) at--;
  return { firstNames: words.slice(0, at).join(' '), lastNames: words.slice(at).join(' ') };
}

const TIES = new Set([
  'van',
  'von',
  'der',
  'den',
  'de',
  'del',
  'della',
  'di',
  'da',
  'dos',
  'das',
  'du',
  'la',
  'le',
  'bin',
  'al',
  'el',
  'st',
  'ter',
  'ten',
  'zu',
]);
