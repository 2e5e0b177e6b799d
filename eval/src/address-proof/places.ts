/** Countries that papers are made for: who lives there, how addresses and dates are written. All people are invented. */
export type Country =
  | 'GBR'
  | 'USA'
  | 'CAN'
  | 'AUS'
  | 'IRL'
  | 'FRA'
  | 'DEU'
  | 'CHE'
  | 'ESP'
  | 'ITA'
  | 'NLD'
  | 'SGP'
  | 'ZAF'
  | 'IND';

export interface Place {
  /** Each the lines that name people, and the people they name. */
  readonly people: readonly (readonly [line: string, ...people: string[]])[];
  /** Lines from the street to the postcode. */
  readonly addresses: readonly (readonly string[])[];
  readonly words: (date: Date) => string;
  readonly figures: (date: Date) => string;
  /** Labels before the holder and the address in tables. */
  readonly labels: readonly [holder: string, address: string];
}

const two = (value: number) => String(value).padStart(2, '0');
const part = (date: Date) => [date.getUTCDate(), date.getUTCMonth() + 1, date.getUTCFullYear()] as const;

/** Day, month and year with something between them. */
const numbers =
  (between: string, order: 'dmy' | 'mdy' | 'ymd' = 'dmy') =>
  (date: Date) => {
    const [d, m, y] = part(date);
    const parts = { dmy: [two(d), two(m), y], mdy: [two(m), two(d), y], ymd: [y, two(m), two(d)] };
    return parts[order].join(between);
  };

const inWords =
  (locale: string, month: 'long' | 'short' = 'long') =>
  (date: Date) =>
    date.toLocaleDateString(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' });

export const PLACES: Readonly<Record<Country, Place>> = {
  GBR: {
    people: [
      ['Mr Oliver Bramwell', 'Oliver Bramwell'],
      ['MISS ZOE O’CONNOR-HUGHES', 'ZOE O’CONNOR-HUGHES'],
      ['Mr A & Mrs B Thistlewood', 'A Thistlewood', 'B Thistlewood'],
      ['Priya Ramanathan', 'Priya Ramanathan'],
      ['Dr Gareth Llewellyn', 'Gareth Llewellyn'],
    ],
    addresses: [
      ['17 Larkfield Crescent', 'Harrogate', 'HG1 4QR'],
      ['Flat 3B', '212 Old Kiln Lane', 'Bristol BS6 7XD'],
      ['The Old Vicarage', 'Church Row', 'Little Marsden', 'Ludlow', 'SY8 2BN'],
      ['4 PRIMROSE COURT', 'LONDON', 'NW9 5BE'],
      ['86a Victoria Terrace', 'Newport', 'Gwent', 'NP20 4DJ'],
    ],
    words: inWords('en-GB'),
    figures: numbers('/'),
    labels: ['Account holder', 'Address'],
  },
  USA: {
    people: [
      ['MARCUS T ELLINGTON', 'MARCUS T ELLINGTON'],
      ['Denise Kowalczyk', 'Denise Kowalczyk'],
      ['JORGE L. SANTANA', 'JORGE L. SANTANA'],
      ['Hannah Whitcomb and Paul Whitcomb', 'Hannah Whitcomb', 'Paul Whitcomb'],
    ],
    addresses: [
      ['4410 WILLOW BEND DR APT 12', 'TULSA OK 74105-3312'],
      ['932 N Juniper Street', 'Boise, ID 83702'],
      ['1518 Hollis Avenue, Unit 4C', 'Albany, NY 12208'],
      ['77 Pelican Way', 'St. Petersburg, FL 33701'],
    ],
    words: inWords('en-US'),
    figures: numbers('/', 'mdy'),
    labels: ['Customer name', 'Service address'],
  },
  CAN: {
    people: [
      ['Ms. Renée Tremblay', 'Renée Tremblay'],
      ['ARJUN DHALIWAL', 'ARJUN DHALIWAL'],
      ['Colin MacAskill', 'Colin MacAskill'],
    ],
    addresses: [
      ['1204-55 Harbour Square', 'Toronto ON  M5J 2L1'],
      ['318 Maple Ridge Road', 'Halifax, NS B3H 1T7'],
      ['2290 rue Saint-Zotique Est', 'Montréal QC H2G 1K3'],
    ],
    words: inWords('en-CA', 'short'),
    figures: numbers('-', 'ymd'),
    labels: ['Name', 'Mailing address'],
  },
  AUS: {
    people: [
      ['MS KIRRA DONNELLY', 'KIRRA DONNELLY'],
      ['Mr Liam Pappas', 'Liam Pappas'],
    ],
    addresses: [
      ['5/18 Banksia Parade', 'GEELONG VIC 3220'],
      ['63 Wattle Street', 'Toowoomba QLD 4350'],
    ],
    words: inWords('en-AU'),
    figures: numbers('/'),
    labels: ['Customer', 'Supply address'],
  },
  IRL: {
    people: [
      ['Ms Aoife Gallagher', 'Aoife Gallagher'],
      ['Cormac Ó Briain', 'Cormac Ó Briain'],
    ],
    addresses: [
      ['9 Harbour View', 'Kinsale', 'Co. Cork', 'P17 X2N4'],
      ['24 Fitzgibbon Street', 'Dublin 1', 'D01 F5K2'],
    ],
    words: inWords('en-IE'),
    figures: numbers('/'),
    labels: ['Account name', 'Address'],
  },
  FRA: {
    people: [
      ['M. Étienne Beaufils', 'Étienne Beaufils'],
      ['MME CLAIRE DE LA FONTAINE', 'CLAIRE DE LA FONTAINE'],
      ['M. ou Mme Jacques Perrault', 'Jacques Perrault'],
      ['Mademoiselle Inès Haddad', 'Inès Haddad'],
    ],
    addresses: [
      ['14 rue des Tilleuls', '69003 LYON'],
      ['Résidence Les Acacias', 'Bâtiment C - Appt 21', '3 bis avenue Jean Moulin', '31200 TOULOUSE'],
      ['27, boulevard Voltaire', '75011 Paris'],
      ['8 impasse du Moulin', '44300 Nantes'],
    ],
    words: inWords('fr-FR'),
    figures: numbers('/'),
    labels: ['Titulaire', 'Adresse'],
  },
  DEU: {
    people: [
      ['Herrn Jürgen Weißhaupt', 'Jürgen Weißhaupt'],
      ['Frau Dr. Annika von Rabenau', 'Annika von Rabenau'],
      ['Sabine Löffelholz', 'Sabine Löffelholz'],
      ['Herr Mehmet Yildirim', 'Mehmet Yildirim'],
    ],
    addresses: [
      ['Goethestraße 41', '50674 Köln'],
      ['Am Alten Markt 7 a', '24937 Flensburg'],
      ['Lindenallee 112', 'Hinterhaus, 2. OG', '10115 Berlin'],
      ['Bahnhofstr. 3', '82319 Starnberg'],
    ],
    words: inWords('de-DE'),
    figures: numbers('.'),
    labels: ['Kontoinhaber', 'Anschrift'],
  },
  CHE: {
    people: [
      ['Frau Regula Zumthor', 'Regula Zumthor'],
      ['Herr Luca Bernasconi', 'Luca Bernasconi'],
    ],
    addresses: [
      ['Seefeldstrasse 88', '8008 Zürich'],
      ['Kramgasse 12', '3011 Bern'],
    ],
    words: inWords('de-CH'),
    figures: numbers('.'),
    labels: ['Name', 'Adresse'],
  },
  ESP: {
    people: [
      ['D. José Luis García Montalbán', 'José Luis García Montalbán'],
      ['Dña. Carmen Ruiz Ferrer', 'Carmen Ruiz Ferrer'],
      ['MARTA IGLESIAS SOTO', 'MARTA IGLESIAS SOTO'],
    ],
    addresses: [
      ['Calle de Velarde 22, 3º B', '28004 Madrid'],
      ['Avda. de la Constitución, 15', '41001 SEVILLA'],
      ['C/ Poeta Querol 9, pta. 4', '46002 Valencia'],
    ],
    words: inWords('es-ES'),
    figures: numbers('/'),
    labels: ['Titular', 'Dirección'],
  },
  ITA: {
    people: [
      ['Sig. Matteo Ferraris', 'Matteo Ferraris'],
      ['Gent.ma Sig.ra Chiara De Luca', 'Chiara De Luca'],
      ['GIULIA BONACCORSI', 'GIULIA BONACCORSI'],
    ],
    addresses: [
      ['Via Garibaldi 18', '10122 TORINO TO'],
      ['Corso Vittorio Emanuele II, 204', '00186 Roma RM'],
      ['Piazza San Marco 5', '50121 Firenze (FI)'],
    ],
    words: inWords('it-IT'),
    figures: numbers('/'),
    labels: ['Intestatario', 'Indirizzo'],
  },
  NLD: {
    people: [
      ['Dhr. P. van den Heuvel', 'P. van den Heuvel'],
      ['Mevrouw Sanne de Groot', 'Sanne de Groot'],
      ['Joost Terpstra', 'Joost Terpstra'],
    ],
    addresses: [
      ['Prinsengracht 263-2', '1016 GV Amsterdam'],
      ['Wilhelminalaan 8', '3818 HP  AMERSFOORT'],
      ['Kerkstraat 51', '9712 AB Groningen'],
    ],
    words: inWords('nl-NL'),
    figures: numbers('-'),
    labels: ['Naam', 'Adres'],
  },
  SGP: {
    people: [['MDM TAN MEI LING', 'TAN MEI LING']],
    addresses: [['BLK 412 ANG MO KIO AVE 10', '#08-115', 'SINGAPORE 560412']],
    words: inWords('en-SG', 'short'),
    figures: numbers('/'),
    labels: ['Name', 'Address'],
  },
  ZAF: {
    people: [['Mr T Nkosi', 'T Nkosi']],
    addresses: [['14 Jacaranda Road', 'Randburg', '2194']],
    words: inWords('en-ZA'),
    figures: numbers('/', 'ymd'),
    labels: ['Account holder', 'Physical address'],
  },
  IND: {
    people: [
      ['Shri Rajesh Kumar Verma', 'Rajesh Kumar Verma'],
      ['Smt. LAKSHMI NARAYANAN', 'LAKSHMI NARAYANAN'],
      ['ANANYA DESHPANDE', 'ANANYA DESHPANDE'],
      ['Ms Farida Qureshi', 'Farida Qureshi'],
    ],
    addresses: [
      ['H.No. 8-2-120/4, Road No. 2', 'Banjara Hills', 'Hyderabad - 500034'],
      ['Flat 402, Sai Residency', '3rd Cross, Indiranagar', 'Bengaluru, Karnataka - 560 038'],
      ['Plot No. 17, Sector 9', 'Rohini', 'New Delhi 110085'],
      ['12/A, M.G. Road, Kothrud', 'Pune, Maharashtra', 'PIN: 411038'],
    ],
    words: inWords('en-IN', 'short'),
    figures: numbers('/'),
    labels: ['Consumer Name', 'Billing Address'],
  },
};
