import { edits } from '../comparison/values.ts';
import { anyOf, type PatternTable } from '../text/patterns.ts';

/*
 * Labels of people and addresses, by language. They are matched against folded text (`folded` in `text/page.ts`).
 */

/** Words before `address` in English, any number of them. */
const PURPOSES = [
  ...['service', 'supply', 'property', 'billing', 'mailing', 'home', 'residential', 'residence', 'permanent'],
  ...['customer', "policyholder'?s?", "tenant'?s?", 'site', 'installation', 'correspondence', 'registered'],
  ...['physical', 'postal', 'current', 'premises', 'account', 'your', 'insured', 'risk', 'delivery'],
].join('|');

/** Purposes of an address, after `adresse` in French. */
const PURPOSES_FR = [
  ...['client', 'logement', 'titulaire', 'facturation', 'consommation', 'contrat', 'locataire', 'assure'],
  'correspondance',
].join('|');

const ADDRESSES: PatternTable = {
  en: [
    new RegExp(`(?:(?:${PURPOSES}) )*address(?: of (?:the )?(?:customer|property|premises|supply|tenant|insured))?`),
    new RegExp(`(?:${PURPOSES}) location`),
    /(?:statement |bill |invoice )?(?:sent|mailed|posted|delivered) to/,
    /(?:supply|service|supplied|provided|serviced) (?:at|to)/,
    ...['premises', 'residing at', 'residing in', 'resident at', 'address and name'],
  ],
  fr: [new RegExp(`adresse(?: (?:du|de la|de|des) (?:${PURPOSES_FR}))?`), ...['lieu de consommation', 'domicilie a']],
  de: [
    /(?:ihre |rechnungs|liefer|wohn|kunden)?(?:anschrift|adresse)/,
    ...['verbrauchsstelle', 'lieferstelle'],
    /wohnhaft(?: in)?/,
  ],
  es: [/direccion(?: (?:de|del) (?:suministro|titular|cliente|facturacion))?/, 'domicilio'],
  it: [/indirizzo(?: (?:di|della) (?:fornitura|residenza))?/, 'residente in'],
  pt: ['morada', 'endereco'],
  pl: [
    /adres(?: (?:korespondencyjny|zamieszkania|do korespondencji|punktu poboru|odbiorcy|klienta|nieruchomosci))?/,
    ...['miejsce dostawy', 'miejsce zamieszkania', /zamieszkal[ya](?: w)?/],
  ],
  el: [/διευθυνση(?: (?:πελατη|ακινητου|κατοικιας|επικοινωνιας|παροχης|αποστολης))?/, 'τοπος καταναλωσης'],
  ru: [/(?:почтовыи )?адрес(?: (?:об[ъь]екта|помещения|абонента|плательщика|регистрации|проживания|доставки))?/],
  uk: [/(?:поштова )?адреса(?: (?:споживання|об'екта|обекта|споживача|проживання|доставки))?/],
  ja: [/こ?住所/, /(?:こ使用|供給|お届け)場所/, 'お届け先'],
  ko: ['주소', '사용장소', '공급장소', '배송지'],
  zh: [/(?:通讯|通訊|用电|用電|联系|聯絡|送达|户籍|戶籍|住宅|家庭|账单|帳單|用水|用气)?地址/, '住址'],
  hi: [/(?:आपूर्ति का |परिसर का |स्थायी |पत्राचार का )?पता/],
  ar: [/(?:عنوان|موقع) (?:الخدمة|المشترك|العميل|السكن|المراسلة)/, 'العنوان'],
  nl: [/(?:lever|factuur|woon|post)?adres/],
};

/** Words in labels of an address that is supplied or insured, and where another person may live. Folded. */
export const SUPPLIED = new RegExp(
  anyOf({
    'western Europe': [/service|suppl(?:y|ied)|premises|\bsite|installation|risk|delivery|provided|location/],
    fr: [/consommation|logement/],
    de: [/verbrauchsstelle|lieferstelle|liefera/],
    'es and it': [/suministro|fornitura/],
    nl: ['leveradres'],
    pl: [/punktu poboru|dostawy|nieruchomosci/],
    el: [/ακινητου|καταναλωσης|παροχης/],
    'ru and uk': [/об[ъь]екта|помещения|споживання|об'?екта/],
    'ja and zh': [/使用|供給|お届け|用电|用電|用水|用气/],
    ko: [/사용|공급|배송/],
    'hi and ar': [/आपूर्ति|परिसर|الخدمة/],
  }),
);

/** People whose names follow in English. */
const HOLDERS_EN = [
  ...[
    'consumer',
    'account owner',
    'owner',
    'occupier',
    'ratepayer',
    'taxpayer',
    'addressee',
    'beneficiary',
    'registered user',
  ],
  ...['customer', 'client', 'holder', 'policyholder', 'member', 'tenant', 'lessee', 'resident', 'subscriber'],
  ...['insured', 'applicant', 'employee', 'borrower', 'claimant', 'patient', 'student', 'passenger', 'payer'],
  'named insured',
].join('|');

const HOLDERS: PatternTable = {
  de: [
    ...['name, vorname', 'nachname, vorname', 'vor- und nachname', 'vorname und name', 'kunde', 'kundin'],
    ...[/kontoinhaber(?:in)?/, /versicherungsnehmer(?:in)?/, /mieter(?:in)?/, 'vertragspartner'],
  ],
  en: [
    /(?:(?:primary|main|joint|first|second|other) )?(?:account|card|policy|contract)[ -]?holder(?:'?s?)?(?:\(s\))?(?: names?)?/,
    ...['account name', 'account in the name of', 'in the name of', 'name and address', 'names and address'],
    /(?:customer|your|personal|contact) details/,
    /(?:bill(?:ed|ing)?|invoiced?|sold|ship(?:ped)?|mail|deliver|addressed)[ -]to/,
    new RegExp(`(?:${HOLDERS_EN})(?:'?s|\\(s\\))?(?: (?:name(?: and address)?|details))?`),
    /(?:full |holder'?s |your )?name(?:\(s\))?(?: of (?:customer|account holder|tenant|resident|the insured))?/,
    /(?:issued|prepared|statement) (?:to|for)/,
    ...[/home ?owner/, 'borrower', 'buyer'],
  ],
  fr: [
    ...[/nom(?:,? (?:et )?prenoms?)?(?: du (?:client|titulaire))?/, /titulaire(?: du (?:compte|contrat))?/],
    ...['locataire', 'allocataire', 'assure', 'souscripteur'],
  ],
  es: [
    ...[/titular(?: (?:de la cuenta|del contrato))?/, /tomador(?: del seguro)?/, /nombre(?: y apellidos)?/],
    ...['arrendatario', 'inquilino', 'asegurado', 'cliente'],
  ],
  it: [
    ...['intestatario', 'intestato a', 'cognome e nome', 'nome e cognome', 'nome'],
    ...['contraente', 'conduttore', 'assicurato', 'titolare'],
  ],
  nl: ['naam', 'klant', 'rekeninghouder', 'verzekeringnemer', 'huurder'],
  pt: ['segurado'],
  pl: [
    /posiadacz(?:e)?(?: rachunku)?/,
    ...['odbiorca', 'imie i nazwisko', 'nazwisko i imie', 'najemca', 'klient', 'nabywca'],
    ...['wlasciciel', 'platnik', 'ubezpieczony', 'ubezpieczajacy'],
  ],
  el: [
    'ονοματεπωνυμο',
    /πελατη?ς/,
    /δικαιουχο[ςσ]/,
    'καταναλωτης',
    'ενοικος',
    'μισθωτης',
    /ον(?:ομα|\/μο)(?: πελατη)?/,
  ],
  ru: [
    'абонент',
    'плательщик',
    'потребитель',
    /владелец(?: счета)?/,
    'клиент',
    /ф\. ?и\. ?о\.?/,
    'арендатор',
    'наниматель',
  ],
  uk: ['споживач', 'платник', /власник(?: рахунку)?/, 'абонент', 'клієнт', /п\. ?і\. ?б\.?/, 'орендар', 'наимач'],
  ja: [/こ?契約者名?(?:様)?/, /お客(?:様|さま)名/, /こ?氏名/, /お名前/, /口座名義(?:人)?/],
  ko: ['고객명', '예금주', '성명', '이름', '계약자', '가입자', '세대주', '사용자', '임차인'],
  zh: [
    /[户戶]名/,
    '客户姓名',
    '客戶姓名',
    '姓名',
    '用户名称',
    '用戶名稱',
    '用户姓名',
    '用戶姓名',
    /收件人|承租人|缴费人/,
  ],
  hi: [/(?:उपभोक्ता का |ग्राहक का |खाताधारक का )?नाम/, 'उपभोक्ता', 'ग्राहक', 'खाताधारक'],
  ar: [/(?:ال)?اسم (?:المشترك|العميل|المستأجر|صاحب الحساب)/, /(?:ال)?اسم/, 'المشترك', 'العميل', 'المستأجر'],
};

/** Words near an address of the sender's. */
const SENDERS: PatternTable = {
  boxes: [/p\.? ?o\.? ?box/, 'postfach', 'postbus', 'apartado', 'locked bag', /\bcedex\b/, /\btsa \d/, /\bbp \d/],
  contacts: ['tel', 'phone', 'fax', /e-?mail/, 'www', 'http', 'contact', /customer (?:care|service)/],
  offices: [/registered (?:office|in)/, 'head office', 'branch'],
  payments: ['remit', 'payable', 'pay to', 'return'],
};

/** Small print is often read without its blanks. */
const loose = (table: PatternTable) => anyOf(table).replaceAll(' ', ' ?');

/** A label at the start of a folded line, as far as it reaches: with the colon after it. */
export interface LineLabel {
  exec(line: string): readonly [label: string] | null;
}

/** Letters of a word of a label from which one of them may be lost or misread: shorter ones become other words. */
const LEAST_MENDED = 7;

/** A word that stands alone in its line, or before a colon. */
const WORD_ALONE = /^(\p{L}{6,})(?: *:[: ]*|$)/u;

/**
 * A label by its pattern; failing that, a long word of it with one letter lost or misread, which nothing but a colon may follow:
 * `Anschrit:`.
 */
function lineLabel(pattern: RegExp, words: readonly string[]): LineLabel {
  const long = words.filter((word) => word.length >= LEAST_MENDED);
  return {
    exec(line) {
      const whole = pattern.exec(line);
      if (whole) return [whole[0]];
      const alone = WORD_ALONE.exec(line);
      return alone && long.some((word) => edits(word, alone[1]!) === 1) ? [alone[0]] : null;
    },
  };
}

/** The label of an address. */
export const ADDRESS_LABEL = lineLabel(new RegExp(`^(?:${loose(ADDRESSES)})(?![\\p{L}\\d_]) *[:：.#-]? *`, 'u'), [
  ...['address', 'adresse', 'anschrift', 'wohnanschrift', 'rechnungsadresse', 'lieferanschrift', 'verbrauchsstelle'],
  ...['direccion', 'domicilio', 'indirizzo', 'endereco', 'factuuradres', 'leveradres'],
]);

/** The label of a person. */
export const HOLDER_LABEL = lineLabel(new RegExp(`^(?:${loose(HOLDERS)})(?!\\p{L}) *[:：.-]? *`, 'u'), [
  ...['customer', 'subscriber', 'policyholder', 'resident', 'consumer', 'kontoinhaber', 'kontoinhaberin'],
  ...['versicherungsnehmer', 'vertragspartner', 'titulaire', 'locataire', 'allocataire', 'titular', 'arrendatario'],
  ...['intestatario', 'contraente', 'rekeninghouder', 'verzekeringnemer'],
]);

export const SENDER = new RegExp(anyOf(SENDERS));

/** People and companies that a paper names and that don't hold the account. */
const OTHERS: PatternTable = {
  en: [
    /(?:remit|pay(?:able)?|return|cheques?|checks?|make \w+ payable)(?: \w+)? to/,
    /(?:issued|sent|prepared|sold|supplied|signed|provided) by/,
    /(?:your )?(?:personal )?(?:advis[eo]r|agent|contact|landlord|lessor|banker|broker|case ?worker|relationship manager)/,
    /(?:your )?(?:account|branch|property|case|customer service) manager/,
    ...['payee', 'vendor', 'seller', 'supplier', 'employer', 'sender', 'from', 'directors', 'director', 'signatory'],
  ],
  fr: [
    'votre conseiller',
    'votre conseillere',
    'bailleur',
    'expediteur',
    'votre interlocuteur',
    'votre contact',
    'emetteur',
  ],
  de: [
    /ihre?(?:n)? (?:ansprechpartner|berater|sachbearbeiter|betreuer)(?:in)?/,
    'vermieter',
    'absender',
    'sachbearbeiter',
  ],
  es: ['su gestor', 'su asesor', 'arrendador', 'remitente', 'emisor'],
  it: ['il tuo consulente', 'locatore', 'mittente'],
  nl: ['uw adviseur', 'uw contactpersoon', 'verhuurder', 'afzender'],
  pl: ['nadawca', 'wynajmujacy', 'sprzedawca', 'wystawca', 'twoj doradca', 'opiekun'],
  el: ['αποστολεας', 'εκμισθωτης', 'εκδοτης', 'προμηθευτης'],
  ru: ['отправитель', 'арендодатель', 'получатель платежа', 'поставщик', 'наимодатель'],
  uk: ['відправник', 'вiдправник', 'орендодавець', 'отримувач платежу', 'постачальник'],
};

/** The label of another at the start of a line; what follows it is not the holder's. */
export const OTHER_LABEL = new RegExp(`^(?:${anyOf(OTHERS)})(?: *[:.-]| *$)`);

/**
 * Names at the start of a line of people who receive the letter for the addressee. They belong to the addressee, not to the place
 * (UPU S42). With a number behind it, `Bei den Mühren 70` is a street.
 */
export const IN_CARE = /^(?:c ?\/ ?[o0-]|(?:care of|z\. ?hd\.?|zu handen|p\/a|per adres|chez|bei|presso)(?= \D*$))/;

/** Labels at the start of a line, before the name of the holder. */
export const ATTENTION = /^(?:(?:attn|attention|fao|for the attention of)\b *[:.]? *|to: *)/;
