import { pick, type Random } from '../forgeries/random.ts';
import { dotted, inWords, iso, slashed, whole } from './values.ts';

/** Half of the names, streets and issuers: papers for the final figure have others than papers for development. */
export type Half = 'tune' | 'held';

/** Draws a member of a list's half. */
export type Draw = <T>(list: readonly T[]) => T;

export const drawFrom =
  (random: Random, half: Half): Draw =>
  (list) =>
    pick(random, list.length < 2 ? list : list.filter((_, i) => i % 2 === (half === 'tune' ? 0 : 1)));

interface Addressee {
  /** Printed lines, with titles. */
  readonly lines: readonly string[];
  readonly names: readonly string[];
}

export interface Place {
  readonly country: string;
  readonly script: string;
  readonly han?: 'sc' | 'tc' | 'jp';
  /** Lines run from right to left, and the layout is mirrored. */
  readonly rtl?: boolean;
  /** The postcode comes first and the name last. */
  readonly nameLast?: boolean;
  /** No reader is shipped for the script. */
  readonly unreadable?: boolean;
  one(draw: Draw): Addressee;
  two(draw: Draw): Addressee;
  /** Lines from the street to the postcode, in the order of the country. */
  address(draw: Draw, random: Random): readonly string[];
  /** A line for the person who receives the letter. */
  readonly care?: string;
  /** Name, and lines of the issuer's own address. */
  readonly issuers: readonly (readonly [name: string, ...address: string[]])[];
  readonly titles: readonly string[];
  readonly labels: {
    readonly holder: readonly string[];
    readonly address: readonly string[];
    readonly service: readonly string[];
    readonly date: readonly string[];
    readonly account: readonly string[];
  };
  date(date: Date): string;
  readonly body: readonly string[];
}

const eastern = (y: string, m: string, day: string) => (d: Date) =>
  `${d.getUTCFullYear()}${y}${d.getUTCMonth() + 1}${m}${d.getUTCDate()}${day}`;

/** A person with a title, and a couple with one surname. */
export function western(
  men: readonly string[],
  women: readonly string[],
  surnames: readonly string[],
  titles: readonly [man: string, woman: string],
  and: string,
  shared = true,
): Pick<Place, 'one' | 'two'> {
  return {
    one(draw) {
      const isMan = draw([true, true, false, false]);
      const name = `${draw(isMan ? men : women)} ${draw(surnames)}`;
      const title = draw([true, false, true, false, false, true]) ? `${titles[isMan ? 0 : 1]} ` : '';
      const upper = draw([false, false, false, true, true, false]);
      const text = `${title}${name}`;
      return { lines: [upper ? text.toUpperCase() : text], names: [upper ? name.toUpperCase() : name] };
    },
    two(draw) {
      const [man, woman, surname, other] = [draw(men), draw(women), draw(surnames), draw(surnames)];
      const form = draw(['shared', 'shared', 'whole', 'rows', 'rows', 'whole']);
      if (form === 'shared' && shared) {
        return {
          lines: [`${titles[0]} ${man} ${and} ${titles[1]} ${woman} ${surname}`],
          names: [`${man} ${surname}`, `${woman} ${surname}`],
        };
      }
      if (form === 'rows') {
        return {
          lines: [`${titles[0]} ${man} ${surname}`.trim(), `${titles[1]} ${woman} ${other}`.trim()],
          names: [`${man} ${surname}`, `${woman} ${other}`],
        };
      }
      return {
        lines: [`${man} ${surname} ${and} ${woman} ${other}`],
        names: [`${man} ${surname}`, `${woman} ${other}`],
      };
    },
  };
}

/** People whose names have no capitals, with a courtesy behind or before. */
export function other(
  people: readonly string[],
  courtesy: readonly string[],
  join: (name: string, courtesy: string) => string,
  and: string | null,
): Pick<Place, 'one' | 'two'> {
  return {
    one(draw) {
      const name = draw(people);
      return { lines: [join(name, draw(courtesy))], names: [name] };
    },
    two(draw) {
      const [a, rest] = [draw(people), people];
      let b = draw(rest);
      for (let tries = 0; b === a && tries < 20; tries++) b = draw(rest);
      const way = draw(courtesy);
      if (and === null || draw([true, true, false, false]))
        return { lines: [join(a, way), join(b, way)], names: [a, b] };
      return { lines: [`${join(a, way)}${and}${join(b, way)}`], names: [a, b] };
    },
  };
}

const SURNAMES_GB = [
  'Thistlewood',
  'Okonkwo',
  'Pemberton',
  'Ramanathan',
  'Llewellyn',
  "O'Connor",
  'Fairweather',
  'Ashby-Cole',
  'Nakamura',
  'Duffield',
];
const MEN_GB = ['Oliver', 'Gareth', 'Tobias', 'Kwame', 'Alistair', 'Hugh'];
const WOMEN_GB = ['Harriet', 'Priya', 'Imogen', 'Zoe', 'Bronwen', 'Edith'];

export const PLACES: readonly Place[] = [
  {
    country: 'GBR',
    script: 'Latin',
    ...western(MEN_GB, WOMEN_GB, SURNAMES_GB, ['Mr', 'Mrs'], '&'),
    address: (draw, random) => [
      ...draw([['Flat 3B'], [], ['Apartment 12, Kiln House'], []]),
      `${whole(random, 2, 240)} ${draw(['Larkfield Crescent', 'Old Kiln Lane', 'Church Row', 'Victoria Terrace', 'Marine Parade', 'Station Road'])}`,
      ...draw([
        ['Harrogate', 'HG1 4QR'],
        ['Bristol BS6 7XD'],
        ['Ludlow', 'Shropshire', 'SY8 2BN'],
        ['LONDON', 'NW9 5BE'],
        ['Newport NP20 4DJ'],
        ['Whitby', 'YO21 3PB'],
      ]),
    ],
    care: 'c/o Bartholomew Finch',
    issuers: [
      ['Severn & Wye Building Society', 'Abbey House, 2 Quay Street', 'Gloucester GL1 2AB'],
      ['Fellside Electric Ltd', 'PO Box 410', 'Carlisle CA1 9ZZ'],
      ['Marlow District Council', 'Town Hall, Market Square', 'Marlow SL7 3QR'],
      ['Northgate Lettings', '18 Bridge Street', 'Durham DH1 3LA'],
    ],
    titles: ['Your electricity bill', 'Bank statement', 'Council Tax Bill 2025/2026', 'Water bill'],
    labels: {
      holder: ['Account holder', 'Customer name', 'Account holder', 'Customer'],
      address: ['Address', 'Billing address', 'Address', 'Mailing address'],
      service: ['Supply address', 'Service address'],
      date: ['Date', 'Statement date', 'Bill date', 'Date of issue'],
      account: ['Account number', 'Customer reference'],
    },
    date: inWords('en-GB'),
    body: [
      'Opening balance 1,204.11',
      'Charges this period 84.20',
      'Payment received, thank you 84.20',
      'Questions? Visit us or call 0800 555 0134.',
      'Balance carried forward 1,120.91',
    ],
  },
  {
    country: 'USA',
    script: 'Latin',
    ...western(
      ['Marcus', 'Jorge', 'Wendell', 'Paul'],
      ['Denise', 'Hannah', 'Ruth', 'Carmen'],
      ['Ellington', 'Kowalczyk', 'Santana', 'Whitcomb', 'St. Clair', 'Nguyen'],
      ['Mr.', 'Mrs.'],
      'and',
    ),
    address: (draw, random) => [
      `${whole(random, 100, 9800)} ${draw(['Willow Bend Dr', 'N Juniper Street', 'Hollis Avenue', 'Pelican Way'])}${draw(['', '', ' Apt 12', ', Unit 4C'])}`,
      draw(['Tulsa, OK 74105-3312', 'Boise, ID 83702', 'Albany NY 12208', 'St. Petersburg, FL 33701']),
    ],
    care: 'C/O Rosalind Baker',
    issuers: [
      ['Prairie States Bank, N.A.', 'P.O. Box 6995', 'Omaha, NE 68106-6995'],
      ['Granite Peak Electric Cooperative', '400 Commerce Drive', 'Helena, MT 59601'],
    ],
    titles: ['Checking Account Summary', 'Electric Service Bill'],
    labels: {
      holder: ['Customer name', 'Account holder'],
      address: ['Mailing address', 'Address'],
      service: ['Service address', 'Service location'],
      date: ['Statement date', 'Bill date'],
      account: ['Account number', 'Account #'],
    },
    date: (d) => slashed(d).replace(/(\d+)\/(\d+)/, '$2/$1'),
    body: [
      'Beginning balance $1,220.45',
      'Deposits and additions 3,400.00',
      'Withdrawals -812.77',
      'Ending balance $3,807.68',
    ],
  },
  {
    country: 'DEU',
    script: 'Latin',
    ...western(
      ['Jörg', 'Günther', 'Björn', 'Matthias', 'Sören', 'Uwe'],
      ['Käthe', 'Sabine', 'Grete', 'Bärbel', 'Jördis', 'Anke'],
      ['Müller', 'Großmann', 'Schäfer', 'Köhler', 'Weiß', 'von der Heide', 'Böhm', 'Süßkind'],
      ['Herrn', 'Frau'],
      'und',
    ),
    address: (draw, random) => [
      `${draw(['Lindenallee', 'Königstraße', 'Am Mühlenbach', 'Schloßstr.', 'Hauptstraße', 'Birkenweg'])} ${whole(random, 1, 180)}${draw(['', 'a', '', ''])}`,
      draw(['51147 Köln', '10115 Berlin', '80331 München', '90402 Nürnberg', '40213 Düsseldorf', '28195 Bremen']),
    ],
    care: 'c/o Familie Petersen',
    issuers: [
      ['Sparkasse Nordheide', 'Marktplatz 1', '21244 Buchholz'],
      ['Stadtwerke Bad Münster GmbH', 'Postfach 11 20', '55578 Bad Münster'],
    ],
    titles: ['Kontoauszug Nr. 2', 'Stromrechnung'],
    labels: {
      holder: ['Kontoinhaber', 'Kunde'],
      address: ['Anschrift', 'Rechnungsanschrift'],
      service: ['Verbrauchsstelle', 'Lieferanschrift'],
      date: ['Erstellt am', 'Rechnungsdatum'],
      account: ['Kundennummer', 'Vertragskonto'],
    },
    date: dotted,
    body: [
      'Alter Kontostand 812,20',
      'Lastschrift Miete -640,00',
      'Gutschrift Gehalt 2.430,18',
      'Neuer Saldo 2.602,38',
    ],
  },
  {
    country: 'FRA',
    script: 'Latin',
    ...western(
      ['François', 'Jérôme', 'Théo', 'Benoît'],
      ['Renée', 'Hélène', 'Chloé', 'Anaïs'],
      ['Lefèvre', 'Garçon', 'Béranger', 'Crépin', 'Deschênes', 'Noël'],
      ['M.', 'Mme'],
      'et',
    ),
    address: (draw, random) => [
      ...draw([['Appt 14 Bât. B'], [], ['Résidence les Tilleuls'], []]),
      `${whole(random, 1, 190)} ${draw(['rue de la République', 'avenue Général Leclerc', 'boulevard Saint-Germain', 'allée des Érables'])}`,
      draw(['69002 LYON', '75011 PARIS', '38000 Grenoble', '06000 Nice']),
    ],
    care: 'chez M. Perrault',
    issuers: [
      ['Crédit Coopératif du Rhône', '5 place Bellecour', '69002 Lyon'],
      ['Électricité du Dauphiné SA', 'TSA 20012', '38043 Grenoble CEDEX 9'],
    ],
    titles: ['RELEVÉ DE COMPTE', "Facture d'électricité"],
    labels: {
      holder: ['Titulaire du compte', 'Nom du client'],
      address: ['Adresse', 'Adresse du titulaire'],
      service: ['Lieu de consommation', 'Adresse du logement'],
      date: ["Date d'émission", 'Facture du'],
      account: ['Référence client', 'Compte n°'],
    },
    date: inWords('fr-FR'),
    body: ['Ancien solde 842,15', 'Prélèvement 61,20', 'Virement salaire 2 010,00', 'Nouveau solde 2 790,95'],
  },
  {
    country: 'ESP',
    script: 'Latin',
    ...western(
      ['José', 'Íñigo', 'Andrés', 'Ramón'],
      ['Begoña', 'Lucía', 'Concepción', 'Inés'],
      ['Núñez García', 'Ibáñez Peña', 'Martín López', 'Zúñiga Ruiz'],
      ['D.', 'Dña.'],
      'y',
      false,
    ),
    address: (draw, random) => [
      `${draw(['Calle Alcalá', 'Avda. de la Constitución', 'C/ San Andrés', 'Paseo de Gràcia'])}, ${whole(random, 1, 220)}${draw([', 3º B', ', 1º izq.', '', ''])}`,
      draw(['28014 Madrid', '41001 Sevilla', '24001 León', '08007 Barcelona']),
    ],
    care: 'c/o Teodoro Vidal',
    issuers: [
      ['Banco del Levante, S.A.', 'Gran Vía 40', '28013 Madrid'],
      ['Energía del Cantábrico, S.L.', 'Apartado de Correos 77', '39001 Santander'],
    ],
    titles: ['Extracto de movimientos', 'Factura de electricidad'],
    labels: {
      holder: ['Titular', 'Titular del contrato'],
      address: ['Dirección', 'Domicilio'],
      service: ['Dirección de suministro', 'Dirección de suministro'],
      date: ['Fecha de emisión', 'Fecha de factura'],
      account: ['Número de contrato', 'Cuenta'],
    },
    date: slashed,
    body: ['Saldo anterior 1.204,00', 'Recibo agua -23,14', 'Nómina 1.650,00', 'Saldo final 2.830,86'],
  },
  {
    country: 'ITA',
    script: 'Latin',
    ...western(
      ['Niccolò', 'Marco', 'Giosuè', 'Pietro'],
      ['Giulia', 'Nicolò Maria', 'Elisabetta', 'Chiara'],
      ['Bonaccorsi', 'Cantù', 'De Angelis', 'Calabrò', 'Rossi', "D'Amico"],
      ['Sig.', 'Sig.ra'],
      'e',
    ),
    address: (draw, random) => [
      `${draw(['Via Garibaldi', 'Corso Vittorio Emanuele II', 'Viale della Libertà', 'Piazza Cavour'])} ${whole(random, 1, 120)}${draw(['', '', ', int. 4', ' sc. B'])}`,
      draw(['10122 TORINO TO', '20121 Milano MI', '00184 Roma RM', '37121 Verona (VR)']),
    ],
    care: 'presso Fam. Conti',
    issuers: [
      ["Banca Popolare dell'Adda S.p.A.", 'Via Manzoni 7', '23900 Lecco LC'],
      ['Luce e Gas Tirreno S.r.l.', 'Casella Postale 90', '57122 Livorno LI'],
    ],
    titles: ['ESTRATTO CONTO', 'Bolletta energia elettrica'],
    labels: {
      holder: ['Intestatario', 'Nome e cognome'],
      address: ['Indirizzo', 'Residente in'],
      service: ['Indirizzo di fornitura', 'Indirizzo di fornitura'],
      date: ['Data di emissione', 'Data fattura'],
      account: ['Codice cliente', 'Numero contratto'],
    },
    date: slashed,
    body: ['Saldo iniziale 1.010,22', 'Totale entrate 1.720,00', 'Totale uscite 930,40', 'Saldo finale 1.799,82'],
  },
  {
    country: 'POL',
    script: 'Latin',
    ...western(
      ['Paweł', 'Michał', 'Łukasz', 'Zdzisław'],
      ['Małgorzata', 'Bożena', 'Elżbieta', 'Żaneta'],
      ['Wójcik', 'Dąbek', 'Kołodziejczak', 'Wróbel', 'Zając', 'Ślusarz'],
      ['Pan', 'Pani'],
      'i',
      false,
    ),
    address: (draw, random) => [
      `${draw(['ul. Świętokrzyska', 'ul. Długa', 'al. Jerozolimskie', 'ul. Kościuszki'])} ${whole(random, 1, 140)}${draw([' m. 12', '/7', '', ''])}`,
      draw(['00-950 Warszawa', '31-001 Kraków', '90-001 Łódź', '50-110 Wrocław']),
    ],
    issuers: [
      ['Bank Mazowiecki S.A.', 'ul. Puławska 15', '02-515 Warszawa'],
      ['Energia Pomorska Sp. z o.o.', 'Skrytka pocztowa 12', '80-001 Gdańsk'],
    ],
    titles: ['Wyciąg z rachunku', 'Faktura za energię elektryczną'],
    labels: {
      holder: ['Posiadacz rachunku', 'Odbiorca'],
      address: ['Adres', 'Adres korespondencyjny'],
      service: ['Adres punktu poboru', 'Miejsce dostawy'],
      date: ['Data wystawienia', 'Data'],
      account: ['Numer klienta', 'Nr umowy'],
    },
    date: dotted,
    body: ['Saldo początkowe 1 204,00', 'Obciążenia 310,20', 'Uznania 2 500,00', 'Saldo końcowe 3 393,80'],
  },
  {
    country: 'GRC',
    script: 'Greek',
    ...western(
      ['Γεώργιος', 'Νικόλαος', 'Δημήτριος', 'Σπύρος'],
      ['Ελένη', 'Αικατερίνη', 'Βασιλική', 'Ζωή'],
      ['Παπαδόπουλος', 'Θεοδωράκης', 'Ξενάκης', 'Ψαρράς'],
      ['κ.', 'κα'],
      'και',
      false,
    ),
    address: (draw, random) => [
      `${draw(['Ερμού', 'Οδός Αθηνάς', 'Λεωφόρος Κηφισίας', 'Σόλωνος'])} ${whole(random, 1, 140)}`,
      draw(['105 63 Αθήνα', '546 24 Θεσσαλονίκη', '10671 Αθήνα', '262 21 Πάτρα']),
    ],
    issuers: [
      ['Τράπεζα Αιγαίου Α.Ε.', 'Σταδίου 38', '105 62 Αθήνα'],
      ['Ηλεκτρική Μακεδονίας Α.Ε.', 'Τσιμισκή 7', '546 23 Θεσσαλονίκη'],
    ],
    titles: ['Λογαριασμός ρεύματος', 'Κίνηση λογαριασμού'],
    labels: {
      holder: ['Ονοματεπώνυμο', 'Πελάτης'],
      address: ['Διεύθυνση', 'Διεύθυνση'],
      service: ['Διεύθυνση ακινήτου', 'Τόπος κατανάλωσης'],
      date: ['Ημερομηνία έκδοσης', 'Ημερομηνία'],
      account: ['Αριθμός πελάτη', 'Αριθμός λογαριασμού'],
    },
    date: slashed,
    body: ['Προηγούμενο υπόλοιπο 84,20', 'Κατανάλωση 312 kWh', 'Σύνολο πληρωμής 96,40', 'Ευχαριστούμε'],
  },
  {
    country: 'UKR',
    script: 'Cyrillic',
    ...other(
      [
        'Шевченко Тарас Григорович',
        'Бондаренко Олена Іванівна',
        'Коваль Євген Павлович',
        'Гриценко Юлія Петрівна',
        'Мельник Андрій Сергійович',
        'Ткачук Ірина Олегівна',
      ],
      ['', ''],
      (name) => name,
      null,
    ),
    address: (draw, random) => [
      `вул. ${draw(['Хрещатик', 'Франка', 'Шевченка', 'Соборна'])}, буд. ${whole(random, 1, 90)}, кв. ${whole(random, 1, 120)}`,
      ...draw([['м. Київ', '01001'], ['м. Львів, 79000'], ['01030 м. Київ'], ['м. Одеса', '65000']]),
    ],
    issuers: [
      ['АТ «Банк Дніпро»', 'вул. Жилянська, 32', 'м. Київ, 01033'],
      ['ТОВ «Київенерго»', 'пл. Франка, 5', '01001 м. Київ'],
    ],
    titles: ['Рахунок за електроенергію', 'Виписка з рахунку'],
    labels: {
      holder: ['Споживач', 'Власник рахунку'],
      address: ['Адреса', 'Адреса'],
      service: ['Адреса споживання', "Адреса об'єкта"],
      date: ['Дата', 'Дата виставлення'],
      account: ['Особовий рахунок', 'Номер договору'],
    },
    date: dotted,
    body: ['Попередній залишок 84,20', 'Нараховано 312,00', 'До сплати 396,20', 'Дякуємо'],
  },
  {
    country: 'RUS',
    script: 'Cyrillic',
    ...other(
      [
        'Петров Сергей Иванович',
        'Щербакова Юлия Эдуардовна',
        'Кузнецов Алексей Павлович',
        'Соловьёва Анна Юрьевна',
        'Иванова Мария Петровна',
        'Егоров Дмитрий Олегович',
      ],
      ['', ''],
      (name) => name,
      null,
    ),
    address: (draw, random) => [
      `ул. ${draw(['Ленина', 'Садовая', 'Гагарина', 'Мира'])}, д. ${whole(random, 1, 90)}, кв. ${whole(random, 1, 120)}`,
      ...draw([
        ['г. Москва', '119021'],
        ['г. Казань', 'Республика Татарстан', '420111'],
        ['г. Тверь, 170100'],
        ['г. Самара', '443001'],
      ]),
    ],
    issuers: [
      ['АО «Волжский банк»', 'ул. Пушкина, 10', 'г. Самара, 443010'],
      ['ПАО «Энергосбыт»', 'пр. Мира, 4', 'г. Москва, 129090'],
    ],
    titles: ['Счёт за электроэнергию', 'Выписка по счёту'],
    labels: {
      holder: ['Абонент', 'Плательщик'],
      address: ['Адрес', 'Адрес'],
      service: ['Адрес объекта', 'Адрес помещения'],
      date: ['Дата', 'Дата выписки'],
      account: ['Лицевой счёт', 'Номер договора'],
    },
    date: dotted,
    body: ['Входящий остаток 84,20', 'Начислено 312,00', 'К оплате 396,20', 'Спасибо'],
  },
  {
    country: 'JPN',
    script: 'Han and Kana',
    han: 'jp',
    nameLast: true,
    ...other(
      ['山田 花子', '佐藤 健太', '鈴木 一郎', '高橋 美咲', 'ヤマダ ハナコ', 'サトウ ケンタ'],
      ['様', '様'],
      (name, way) => `${name} ${way}`,
      null,
    ),
    address: (draw, random) => [
      draw(['〒150-0002', '〒530-0001', '〒460-0008', '〒810-0001']),
      draw(['東京都渋谷区渋谷', '大阪府大阪市北区梅田', '愛知県名古屋市中区栄', '福岡県福岡市中央区天神']) +
        `${whole(random, 1, 5)}丁目${whole(random, 1, 30)}番${whole(random, 1, 20)}号`,
      ...draw([['グリーンハイツ203号室'], [], [], ['メゾン青山101号']]),
    ],
    issuers: [
      ['東西電力株式会社', '〒100-0005', '東京都千代田区丸の内1丁目2番3号'],
      ['みどり銀行', '〒540-0008', '大阪府大阪市中央区大手前2丁目1番2号'],
    ],
    titles: ['電気ご使用量のお知らせ', 'ご利用明細書'],
    labels: {
      holder: ['ご契約者名', 'お客様名'],
      address: ['ご住所', '住所'],
      service: ['ご使用場所', '供給場所'],
      date: ['発行日', '発行日'],
      account: ['お客様番号', '契約番号'],
    },
    date: eastern('年', '月', '日'),
    body: ['前回残高 12,040円', 'ご請求金額 8,420円', 'お支払期日までにお支払いください', '今回残高 3,620円'],
  },
  {
    country: 'KOR',
    script: 'Hangul',
    nameLast: true,
    ...other(
      ['홍길동', '김영희', '이준호', '박지은', '최민수', '정수빈'],
      ['귀하', '님'],
      (name, way) => `${name} ${way}`,
      null,
    ),
    address: (draw, random) => [
      `${draw(['서울특별시 종로구 세종대로', '부산광역시 해운대구 해운대로', '대전광역시 서구 둔산로', '경기도 수원시 팔달구 효원로'])} ${whole(random, 1, 240)}`,
      ...draw([[`${101}동 1203호`], [], [], ['102동 504호']]),
      draw(['03172', '48094', '35242', '16444']),
    ],
    issuers: [
      ['한빛은행', '서울특별시 중구 을지로 66', '04533'],
      ['동해전력공사', '전라남도 나주시 전력로 55', '58322'],
    ],
    titles: ['전기요금 청구서', '거래내역서'],
    labels: {
      holder: ['고객명', '예금주'],
      address: ['주소', '주소'],
      service: ['사용장소', '공급장소'],
      date: ['발행일', '작성일'],
      account: ['고객번호', '계좌번호'],
    },
    date: eastern('년 ', '월 ', '일'),
    body: ['전월 잔액 12,040원', '당월 요금 48,420원', '납부 기한까지 납부하시기 바랍니다', '합계 60,460원'],
  },
  {
    country: 'CHN',
    script: 'Han',
    han: 'sc',
    nameLast: true,
    ...other(
      ['王小明', '李静怡', '张伟', '陈建国', '欧阳娜娜', '刘芳'],
      ['先生', '女士'],
      (name, way) => `${name} ${way}`,
      null,
    ),
    address: (draw, random) => [
      draw(['100022', '200040', '510030', '610041']),
      draw(['北京市朝阳区建国路', '上海市静安区南京西路', '广东省广州市越秀区中山路', '四川省成都市武侯区人民南路']) +
        `${whole(random, 1, 300)}号` +
        draw(['5号楼1203室', '', '', '2单元301室']),
    ],
    issuers: [
      ['华东电力有限公司', '上海市黄浦区延安东路12号', '200002'],
      ['长江银行股份有限公司', '湖北省武汉市江岸区沿江大道8号', '430014'],
    ],
    titles: ['电费账单', '银行对账单'],
    labels: {
      holder: ['户名', '客户姓名'],
      address: ['地址', '通讯地址'],
      service: ['用电地址', '用电地址'],
      date: ['开票日期', '账单日期'],
      account: ['客户编号', '账号'],
    },
    date: eastern('年', '月', '日'),
    body: ['上期余额 1204.11', '本期费用 84.20', '请在到期日前付款', '本期余额 1120.91'],
  },
  {
    country: 'TWN',
    script: 'Han',
    han: 'tc',
    nameLast: true,
    ...other(
      ['陳筱玲', '黃志強', '林美惠', '張家豪', '王淑芬', '李國華'],
      ['先生', '小姐'],
      (name, way) => `${name} ${way}`,
      null,
    ),
    address: (draw, random) => [
      draw(['110', '100', '407', '802']) +
        draw(['臺北市信義區松仁路', '臺北市中正區忠孝東路', '臺中市西屯區臺灣大道', '高雄市苓雅區四維路']) +
        `${whole(random, 1, 300)}號` +
        draw(['5樓', '', '', '12樓之3']),
    ],
    issuers: [
      ['寶島電力股份有限公司', '100臺北市中正區羅斯福路242號'],
      ['東港商業銀行', '802高雄市苓雅區中正路168號'],
    ],
    titles: ['電費通知單', '綜合對帳單'],
    labels: {
      holder: ['戶名', '用戶名稱'],
      address: ['地址', '通訊地址'],
      service: ['用電地址', '用電地址'],
      date: ['製單日期', '帳單日期'],
      account: ['電號', '帳號'],
    },
    date: eastern('年', '月', '日'),
    body: ['上期餘額 1,204', '本期應繳金額 842', '請於繳費期限前繳納', '本期餘額 1,120'],
  },
  {
    country: 'IND',
    script: 'Devanagari',
    ...other(
      ['राम कुमार शर्मा', 'प्रिया सिंह', 'सुनील वर्मा', 'अनीता देवी', 'विजय पटेल', 'मीना जोशी'],
      ['श्री', 'श्रीमती'],
      (name, way) => `${way} ${name}`,
      null,
    ),
    address: (draw, random) => [
      `मकान नं. ${whole(random, 1, 90)}, ${draw(['गांधी नगर', 'नेहरू मार्ग', 'शास्त्री नगर', 'स्टेशन रोड'])}`,
      draw(['जयपुर, राजस्थान - 302001', 'लखनऊ, उत्तर प्रदेश - 226001', 'भोपाल - 462001', 'पटना, बिहार 800001']),
    ],
    issuers: [
      ['राजस्थान विद्युत वितरण निगम लिमिटेड', 'विद्युत भवन, जनपथ', 'जयपुर - 302005'],
      ['गंगा सहकारी बैंक', 'हजरतगंज', 'लखनऊ - 226010'],
    ],
    titles: ['बिजली बिल', 'खाता विवरण'],
    labels: {
      holder: ['उपभोक्ता का नाम', 'नाम'],
      address: ['पता', 'पता'],
      service: ['आपूर्ति का पता', 'परिसर का पता'],
      date: ['बिल दिनांक', 'दिनांक'],
      account: ['खाता संख्या', 'उपभोक्ता संख्या'],
    },
    date: (d) => slashed(d),
    body: ['पिछली राशि 840.20', 'कुल राशि 1120.00', 'कृपया समय पर भुगतान करें', 'धन्यवाद'],
  },
  {
    country: 'SAU',
    script: 'Arabic',
    rtl: true,
    ...other(
      [
        'محمد أحمد العتيبي',
        'فاطمة خالد الزهراني',
        'خالد بن سعيد القحطاني',
        'نورة عبدالله الحربي',
        'سعد ناصر الدوسري',
        'مريم صالح الغامدي',
      ],
      ['السيد', 'السيدة'],
      (name, way) => `${way} ${name}`,
      null,
    ),
    address: (draw, random) => [
      `${whole(random, 1000, 9800)} ${draw(['شارع الملك فهد', 'شارع العليا', 'طريق الملك عبدالعزيز', 'شارع التحلية'])}`,
      draw(['حي العليا', 'حي الروضة', 'حي النخيل', 'حي السلامة']),
      draw(['الرياض 12211', 'جدة 23431', 'الدمام 32241', 'الرياض 11564']),
    ],
    issuers: [
      ['شركة الكهرباء الوطنية', 'ص.ب. 57', 'الرياض 11411'],
      ['بنك الخليج', 'شارع الأمير سلطان', 'جدة 21411'],
    ],
    titles: ['فاتورة الكهرباء', 'كشف حساب'],
    labels: {
      holder: ['اسم المشترك', 'اسم العميل'],
      address: ['العنوان', 'العنوان'],
      service: ['عنوان الخدمة', 'موقع الخدمة'],
      date: ['تاريخ الإصدار', 'التاريخ'],
      account: ['رقم الحساب', 'رقم المشترك'],
    },
    date: (d) => iso(d).replaceAll('-', '/'),
    body: ['الرصيد السابق 840.20', 'قيمة الاستهلاك 312.00', 'المبلغ المستحق 1152.20', 'شكرا لكم'],
  },
  {
    country: 'ARE',
    script: 'Latin',
    ...western(
      ['Khalid', 'Omar', 'Rashid', 'Anil'],
      ['Fatima', 'Noura', 'Aisha', 'Deepa'],
      ['Al Mansoori', 'Al Suwaidi', 'Haddad', 'Menon'],
      ['Mr.', 'Mrs.'],
      '&',
    ),
    address: (draw, random) => [
      ...draw([
        [`Flat ${whole(random, 101, 1900)}, Al Reem Tower`],
        [`Villa ${whole(random, 1, 90)}, Street ${whole(random, 1, 40)}`],
        ['Al Barsha 1'],
        ['Jumeirah 3'],
      ]),
      `P.O. Box ${whole(random, 1000, 99000)}`,
      draw(['Dubai, United Arab Emirates', 'Abu Dhabi, UAE', 'Sharjah - UAE', 'Dubai, UAE']),
    ],
    issuers: [
      ['Emirates Harbour Bank PJSC', 'P.O. Box 777', 'Dubai, UAE'],
      ['Gulf Water & Electricity Authority', 'P.O. Box 564', 'Abu Dhabi, United Arab Emirates'],
    ],
    titles: ['Account Statement', 'Electricity and water bill'],
    labels: {
      holder: ['Customer name', 'Account holder'],
      address: ['Address', 'Mailing address'],
      service: ['Premises address', 'Service address'],
      date: ['Statement date', 'Bill date'],
      account: ['Account number', 'Contract account'],
    },
    date: slashed,
    body: [
      'Opening balance AED 1,204.11',
      'Charges this period AED 84.20',
      'Payment received AED 84.20',
      'Closing balance AED 1,120.91',
    ],
  },
  {
    country: 'THA',
    script: 'Thai',
    unreadable: true,
    ...other(['สมชาย ใจดี', 'สุดา แก้วมณี'], ['นาย', 'คุณ'], (name, way) => `${way} ${name}`, null),
    address: (draw, random) => [
      `${whole(random, 1, 90)}/12 ${draw(['ถนนสุขุมวิท', 'ถนนพหลโยธิน'])}`,
      draw(['กรุงเทพมหานคร 10110', 'เชียงใหม่ 50200']),
    ],
    issuers: [['การไฟฟ้านครหลวง', 'ถนนเพลินจิต', 'กรุงเทพมหานคร 10330']],
    titles: ['ใบแจ้งค่าไฟฟ้า'],
    labels: { holder: ['ชื่อผู้ใช้ไฟฟ้า'], address: ['ที่อยู่'], service: ['สถานที่ใช้ไฟฟ้า'], date: ['วันที่'], account: ['เลขที่บัญชี'] },
    date: slashed,
    body: ['ยอดค้างชำระ 840.20', 'รวมเงิน 1152.20'],
  },
  {
    country: 'ISR',
    script: 'Hebrew',
    rtl: true,
    unreadable: true,
    ...other(['דוד כהן', 'שרה לוי'], ['מר', 'גב׳'], (name, way) => `${way} ${name}`, null),
    address: (draw, random) => [
      `${draw(['רחוב הרצל', 'שדרות רוטשילד'])} ${whole(random, 1, 90)}`,
      draw(['תל אביב 6688101', 'חיפה 3303139']),
    ],
    issuers: [['חברת החשמל הארצית', 'רחוב הנמל 2', 'חיפה 3303102']],
    titles: ['חשבון חשמל'],
    labels: {
      holder: ['שם הצרכן'],
      address: ['כתובת'],
      service: ['כתובת הצריכה'],
      date: ['תאריך'],
      account: ['מספר חשבון'],
    },
    date: slashed,
    body: ['יתרה קודמת 840.20', 'סה״כ לתשלום 1152.20'],
  },
];
