import { anyOf, type PatternTable } from '../text/patterns.ts';

/*
 * Labels of people and addresses, by language. They are matched against folded text (`folded` in `text/page.ts`).
 */

/** Words before `address` in English, any number of them. */
const PURPOSES = [
  ...['service', 'supply', 'property', 'billing', 'mailing', 'home', 'residential', 'residence', 'permanent'],
  ...['customer', "policyholder'?s?", "tenant'?s?", 'site', 'installation', 'correspondence', 'registered'],
  ...['physical', 'postal', 'current', 'account', 'your', 'insured', 'risk', 'delivery'],
].join('|');

/** What an address is for, after `adresse` in French. */
const PURPOSES_FR = [
  ...['client', 'logement', 'titulaire', 'facturation', 'consommation', 'contrat', 'locataire', 'assure'],
  'correspondance',
].join('|');

const ADDRESSES: PatternTable = {
  en: [
    new RegExp(`(?:(?:${PURPOSES}) )*address(?: of (?:the )?(?:customer|property|premises|supply|tenant|insured))?`),
    ...['premises', 'residing at'],
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
  nl: [/(?:lever|factuur|woon|post)?adres/],
};

/** People whose names follow in English. */
const HOLDERS_EN = [
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
    /(?:account|card|policy|contract)[ -]?holder(?:'?s?)?(?:\(s\))?(?: names?)?/,
    'account name',
    new RegExp(`(?:${HOLDERS_EN})(?:'?s|\\(s\\))?(?: name)?`),
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
};

/** Words near an address of the sender's. */
const SENDERS: PatternTable = {
  boxes: [/p\.? ?o\.? ?box/, 'postfach', 'postbus', 'apartado', 'locked bag', /\bcedex\b/, /\btsa \d/, /\bbp \d/],
  contacts: ['tel', 'phone', 'fax', /e-?mail/, 'www', 'http', 'contact', /customer (?:care|service)/],
  offices: [/registered (?:office|in)/, 'head office', 'branch'],
  payments: ['remit', 'payable', 'pay to', 'return'],
};

/** The label of an address at the start of a line, with the colon after it. */
export const ADDRESS_LABEL = new RegExp(`^(?:${anyOf(ADDRESSES)})\\b *[:.#-]? *`);

/** The label of a person at the start of a line, with the colon after it. */
export const HOLDER_LABEL = new RegExp(`^(?:${anyOf(HOLDERS)})\\b *[:.-]? *`);

export const SENDER = new RegExp(anyOf(SENDERS));
