import { folded } from '../text/page.ts';
import { anyOf, type PatternTable } from '../text/patterns.ts';
import { isNative, nativeName } from './native-names.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Legal forms: a line that has one is a company's name and nothing else. Folded, without dots. */
const LEGAL_FORMS = set(`
  ltd limited llc llp inc incorporated corp corporation plc gmbh ag kg ohg ug eg ev sarl sas sa sl sau slu srl srls spa
  sca scpa bv nv ab oy oyj as asa aps pty pte bhd lda ltda na fsb sicav scop kgaa cvba pjsc llp
  sp zoo ае αε επε ικε οε ооо оао зао пао ао тов пат прат ат`);

/** Words that make a line the name of an organisation, or of an office of one. Folded, whole words. */
const ORGANISATION = set(`
  bank banking building society company co group holding holdings services service energy energie energia power electric
  electricity gas water telecom telecommunications mobile wireless communications broadband insurance assurance
  assurances versicherung versicherungen council borough city county department ministry office association hoa trust
  fund pension university college hospital clinic school utilities utility hardwares hardware store shop market solutions
  systems international partners agency authority administration district municipal registrar foundation telephone
  banque banco banca caixa cassa sparkasse volksbank raiffeisen raiffeisenbank credit credito union finance financial
  mutual customer care centre center headquarters box lettings properties apartments homes loans mortgage mortgages
  stadt gemeinde kreis landkreis landratsamt finanzamt einwohnermeldeamt burgeramt standesamt familienkasse
  rentenversicherung stadtwerke krankenkasse jobcenter bundesagentur direction prefecture mairie caisse agence regie
  mutuelle allocations syndicat ville metropole centre impots tresor commune comune ayuntamiento ministerio agencia
  istituto ufficio agenzia regione provincia inmobiliaria immobiliare immobiliere immobilien seguros assicurazioni
  verzekeringen hypotheken gemeente belastingdienst waterschap woningcorporatie edf engie cooperativa cooperative
  telefonica telefonia aguas eaux electricite comercializadora suministro suministros fibre cable internet network
  networks netz retraite revenue customs welfare protection security services-clients
  energetyka elektrownia wodociagi gazownia spoldzielnia urzad gmina miasto ubezpieczenia telekomunikacja zaklad skarbowy
  τραπεζα ηλεκτρικη ηλεκτρισμου εταιρεια εταιρια δημος υπουργειο ασφαλιστικη υδρευση τηλεπικοινωνιες υπηρεσια
  банк сбербанк водоканал энергосбыт мосэнергосбыт облэнерго обленерго облгаз управление администрация компания
  страховая электросеть управління адміністрація компанія страхова`);

/** German, Dutch, Russian and Ukrainian write an organisation's business as the end of its name. */
const COMPOUND =
  /\p{L}{3,}(?:bank|kasse|werke|werk|versicherung|amt|verband|verein|netz|energie|bau|verzekeringen|банк|энерго|енерго|сбыт|збут|газ)$/u;

/** Words of forms and tables that no name holds. */
const FORM = set(`
  account statement page date number total balance payment payments due amount bill invoice period summary details
  description opening closing previous new your you the of for and to from in with on at is are this that contact us call
  phone tel fax email web website customer reference ref no id type sort code iban bic address name holder period issued
  dear sir madam checking savings deposit deposits withdrawal withdrawals transfer interest charges tax vat private
  confidential important information notice copy original duplicate usage meter reading tariff thank mr&mrs certificate
  letter policy agreement contract benefit payer premium rent tenancy schedule annual monthly review service services
  facture compte releve adresse titulaire client periode montant avis attestation contrat objet numero references
  rechnung kontoauszug anschrift kunde kundennummer betrag zeitraum seite bescheid abrechnung bescheinigung ihre ihr
  factura cuenta extracto direccion titular cliente fecha periodo importe contrato certificado poliza recibo
  bolletta fattura conto estratto indirizzo intestatario data totale contratto certificato comunicazione
  factuur rekening afschrift rekeningafschrift adres naam datum klant klantnummer bedrag overzicht jaaroverzicht
  united states kingdom republic`);

/** Words of streets and houses: a line with one says where, not who. A title before it says who all the same. */
const WHERE = set(`
  street road avenue lane drive court close crescent terrace row gardens square place parade way house cottage lodge
  villa villas manor farm mansion mansions vicarage rectory hall mews grove hill heights view quay wharf apartments
  building tower flat unit apt suite floor county co north south east west upper lower little great saint new
  rue avenue boulevard impasse allee chemin quai cours residence batiment immeuble lieu-dit appartement etage hameau
  strasse platz weg ring allee hinterhaus vorderhaus stiege wohnung etage
  calle avda avenida plaza paseo camino carretera urbanizacion edificio piso puerta portal escalera barrio
  via viale piazza corso vicolo largo palazzo scala interno localita frazione
  straat laan plein gracht kade weg dijk flatgebouw
  mail handling site`);

/**
 * Titles before a name, folded; several may follow each other. `M` is a French title before two words, and `D.` and `Don` are
 * Spanish titles before three; before fewer words they are names.
 */
const TITLES: PatternTable = {
  en: ['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof', 'sir', 'dame', 'lady', 'lord', 'rev', 'messrs', 'mdm'],
  fr: ['mme', 'mlle', 'mmes', 'mm', 'monsieur', 'madame', 'mademoiselle'],
  de: [/herrn?/, 'frau', 'familie', 'fam', 'eheleute', 'dipl-ing'],
  es: ['sra', 'srta', 'sr', 'senora', 'senor', 'dna', 'dha', 'dª', 'dona'],
  it: [
    ...['sig.ra', 'sig.na', 'sig', 'sigra', 'signora', 'signor', 'gent.ma', 'gent.mo', 'gentile', 'egr', 'egregio'],
    ...['spett.le', 'dott.ssa', 'dott'],
  ],
  in: ['shri', 'smt', 'shrimati', 'kumari'],
  nl: ['dhr', 'de heer', 'mevr', 'mevrouw', 'mw', 'heer'],
  pl: ['panstwo', 'pani'],
  el: [/κ(?:ος|ον|ου|υριος|υρια|α|αν|ας)?/],
  ru: ['г-н', 'г-жа', 'гр', 'господин', 'госпожа', 'гражданин', 'гражданка'],
  uk: ['пан', 'пані', 'громадянин', 'громадянка'],
};
const SHORT_TITLES: PatternTable = {
  fr: [/m\. */],
  'fr and es': [/(?:(?:m|don) +|d\. *)(?=\p{L}{3,} +\p{L}+ +\p{L})/u],
  'fr without a dot': [/m +(?=\p{L}{3,} +\p{L}{3,})/u],
};
const LEADING_TITLES = new RegExp(`^(?:(?:${anyOf(TITLES)})(?:\\.|(?= )|$) *|${anyOf(SHORT_TITLES)})+`, 'u');

/** Titles that are surnames elsewhere: Polish for Mr, and Chinese. A name that keeps it is compared well. */
export const MAY_BE_TITLE = /^pan +(?=\p{L}+ +\p{L})/iu;

/** Small words within surnames. */
const TIES =
  set(`van von vom der den de del della dello di da do dos das du des la le las los bin binti al el st ter ten
  te zu zum zur af av ap y i e 't`);

/** Letter by letter, so that places in it are places in the text. */
const foldedInPlace = (text: string) => text.replace(/\S/g, (letter) => folded(letter)[0] ?? letter);

const bareWords = (text: string) =>
  folded(text)
    .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
    .split(/[^\p{L}\d']+/u)
    .filter(Boolean);

interface Part {
  readonly name: string;
  readonly title: boolean;
}

/** Returns whether a line may be the name of one person or of several: letters only, and no word of a company or a form. */
export const mayBePeople = (line: string): boolean => mayBeNames(line, WHERE);

/** The same of a line that a label says is a name: then words of places, as in `Diane Lane`, are surnames. */
export const mayBeLabelled = (line: string): boolean => mayBeNames(line, NOWHERE);

const NOWHERE: ReadonlySet<string> = new Set();

/** Streets whose kind is abbreviated before their name. */
const STREET =
  /^(?:c\s?\/|cl\.|ctra\.|avda?\.|ul\.|al\.|pl\.|os\.|вул\.|просп?\.|пл\.|пр\.|ул\.|пер\.|наб\.|ш\.)\s?\p{L}/u;

function mayBeNames(line: string, places: ReadonlySet<string>): boolean {
  const parts = partsOf(line);
  if (parts.length === 0 || STREET.test(folded(line))) return false;
  if (isNative(line)) return parts.every(({ title }) => title) || places === NOWHERE;
  const bare = parts.map(({ name }) => name).join(' ');
  // Where `and` lost its blanks, nobody knows whether it ends a name.
  if (/\p{Ll}(?:and|und)\b/u.test(bare) && !/\p{L} +\p{L}/u.test(line)) return false;
  if (bare.length > 60 || !/^\p{L}[\p{L}\p{M}'’.,\- ]*$/u.test(bare)) return false;
  const words = bareWords(bare);
  const titled = parts.some(({ title }) => title);
  const least = titled ? 1 : 2;
  if (words.length < least || words.length > 8) return false;
  if (TIES.has(words.at(-1)!) && words.at(-1)!.length > 1) return false;
  if (words.some((word) => LEGAL_FORMS.has(word) && word.length > 2)) return false;
  if (!titled && words.some((word) => ORGANISATION.has(word) || FORM.has(word))) return false;
  if (!titled && words.some((word) => places.has(word))) return false;
  if (!titled && words.some((word) => COMPOUND.test(word) || /(?:strasse|stra.e|straat|laan|gracht|weg)$/.test(word)))
    return false;
  // A name is written in capitals, or with capitals at the beginning of all its words but those that tie them.
  const plain = bare.split(/[ ,]+/).filter((word) => word && !TIES.has(folded(word)));
  return plain.length >= least && plain.every((word) => /^[^\p{L}]*\p{Lu}/u.test(word));
}

/** Returns whether a title stands before a name. */
export const hasTitle = (line: string): boolean => partsOf(line).some(({ title }) => title);

/**
 * A name whose blanks reading has lost, with those that its capitals show: `MrOliverBramwell`. Names in capitals show none,
 * and some surnames have a capital within.
 */
function withBlanksBack(line: string): string {
  if (/\p{L} +\p{L}/u.test(line)) return line;
  return line
    .replaceAll('&', ' & ')
    .replace(GLUED_TITLE, '$& ')
    .replace(/(?<!\p{L})\p{Lu}(?=\p{Lu}\p{Ll})/gu, '$& ')
    .replace(/(?<=\p{Ll})(?<!(?<!\p{L})(?:\p{Lu}\p{Ll}+)?(?:Ma?c|De|Di|Da|La|Le|Lo|Van|Von|Fitz|O))(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{L}\.)(?=\p{Lu}\p{Ll}{2})/gu, ' ')
    .replace(/ +/g, ' ');
}

const GLUED_TITLE =
  /(?<!\p{L})(?:Mrs|Mr|Ms|Miss|Mx|Dr|Mme|Mlle|Herrn?|Frau|Dhr|Mevrouw|Mevr|Sig\.ra|Sig|Dña)\.?(?=\p{Lu})/gu;

const AND =
  / *(?:&|\+|\/|;) *| +(?:and|et|und|oder|y|e|en|ou|or|of|o|i|oraz|και|и|та|і|й) +(?=\p{Lu}|(?:κ|κα|г-н|г-жа|пан|пані)\.? )/u;

/** `Pan` is a title for certain where `Pani` follows. */
const POLISH_COUPLE = /^pan(?= .* (?:i|oraz) pani )/iu;

function partsOf(line: string): Part[] {
  if (isNative(line)) {
    const names = line.split(/ *(?:&|\+|、|・|،) */u).map(nativeName);
    return names.every((name) => name !== null) ? names : [];
  }
  const parts = withBlanksBack(line).replace(POLISH_COUPLE, 'Pani').split(AND);
  return parts
    .map((part) => {
      const text = part.normalize('NFC').trim();
      const title = LEADING_TITLES.exec(foldedInPlace(text))?.[0] ?? '';
      return { name: text.slice(title.length).trim(), title: title !== '' };
    })
    .filter(({ name }) => name !== '');
}

/** Rates whether a line is the name of an organisation: 2 by its legal form, 1 by a word of its business, else 0. */
export function organisation(line: string): 0 | 1 | 2 {
  const words = bareWords(line.replace(/(?<!\p{L})(\p{L})\. ?(?=\p{L}(?!\p{L}))/gu, '$1'));
  if (words.length > 9 || words.some((word) => PROSE.has(word))) return 0;
  if (words.length > 1 && words.slice(1).some((word) => LEGAL_FORMS.has(word))) return 2;
  return words.some((word) => ORGANISATION.has(word) || COMPOUND.test(word)) ? 1 : 0;
}

/** Returns whether a line may be the name of a company: one of its words says so and none is a word of prose. */
export const namesCompany = (line: string): boolean => organisation(line) > 0;

const PROSE = set(
  `more with your you do our we us please if is are was will this that it from by can not how what when contact
  votre vous nous notre ihre ihr sie wir su sus usted vostra vostro uw u wij`,
);

/** The people of one line: `Mr J and Mrs A Smith` names two. Titles are left out. */
export function peopleOf(line: string): string[] {
  const parts = partsOf(line).map(({ name }) => name);
  const last = parts.at(-1) ?? '';
  // Initials or a first name alone borrow the surname of who comes after, with its particles.
  return parts.map((part) =>
    part.includes(' ') || !last.includes(' ') ? part : `${part} ${splitName(last).lastNames}`,
  );
}

const IDEOGRAPHIC = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々 ]+$/u;

/** Surname and given name: parted by a blank, or after one character, or two of the usual double surnames. */
const SURNAME_FIRST = /^([^ ]+(?= )|(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|남궁|황보|제갈|선우)|.)[ ]*(.*)$/u;

/** A Japanese name without its blank: most surnames have two characters. */
const JAPANESE = /^([\p{Script=Han}々]{2})([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]+)$/u;

/**
 * First names and last name of a full name, which can only be guessed: the last word is the last name, together with its particles.
 *
 * @param country ISO 3166-1 alpha-3 of the address, where it is known
 */
export function splitName(name: string, country: string | null = null): { firstNames: string; lastNames: string } {
  const comma = /^([^,]+), *(.+)$/.exec(name);
  if (comma) return { firstNames: comma[2]!, lastNames: comma[1]! };
  if (IDEOGRAPHIC.test(name)) {
    const form = country === 'JPN' && JAPANESE.test(name) ? JAPANESE : SURNAME_FIRST;
    const [, lastNames = '', firstNames = ''] = form.exec(name) ?? [];
    return { firstNames, lastNames };
  }
  const words = name.split(/ +/);
  let at = words.length - 1;
  while (at > 1 && TIES.has(folded(words[at - 1]!).replace(/\.$/, '')) && words[at - 1]!.length > 1) at--;
  return { firstNames: words.slice(0, at).join(' '), lastNames: words.slice(at).join(' ') };
}
