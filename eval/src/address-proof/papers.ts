import { letters } from './letters.ts';
import { others } from './others.ts';
import type { Country } from './places.ts';

/**
 * What one kind of paper says in one country. `{0}` to `{9}` in its text stand for days before its own date, in figures:
 * `{0}` is the date itself, each next one is nine days earlier; `{+}` is a fortnight later.
 */
export interface Paper {
  /** A document type of reports, or `not_accepted`. */
  readonly kind: string;
  readonly country: Country;
  readonly issuer: string;
  /** Of the issuer, in one line, parts between commas. */
  readonly from: string;
  readonly title: string;
  /** Before the date; empty where it stands alone, null where the period is all there is. */
  readonly dated: string | null;
  /** Before the first and the last day of the period. */
  readonly period?: readonly [string, string];
  readonly body: readonly (string | readonly string[])[];
}

/** Papers by their kind, in the order in which they are made. */
export type PapersByKind = Readonly<Record<string, readonly Omit<Paper, 'kind'>[]>>;

/** What banks and companies send; accounts and amounts are invented. */
const bills: PapersByKind = {
  bank_building_society_statement: [
    {
      country: 'GBR',
      issuer: 'Severn & Wye Building Society',
      from: 'Abbey House, 2 Quay Street, Gloucester GL1 2AB',
      title: 'Your current account statement',
      dated: 'Statement date',
      period: ['', ' to '],
      body: [
        ['Sort code', '40-12-88'],
        ['Account number', '31926819'],
        ['Date', 'Description', 'Paid out', 'Paid in', 'Balance'],
        ['{4}', 'Balance brought forward', '', '', '1,204.11'],
        ['{3}', 'Direct debit Thames Water', '31.40', '', '1,172.71'],
        ['{2}', 'Card payment Mobile top-up', '10.00', '', '1,162.71'],
        ['{1}', 'Salary', '', '1,850.00', '3,012.71'],
        'Your deposit is protected by the Financial Services Compensation Scheme.',
      ],
    },
    {
      country: 'USA',
      issuer: 'Prairie States Bank, N.A.',
      from: 'P.O. Box 6995, Omaha, NE 68106-6995',
      title: 'Checking Account Summary',
      dated: null,
      period: ['', ' through '],
      body: [
        ['Account Number:', '000000529104837'],
        ['Beginning Balance', '$1,220.45'],
        ['Deposits and Additions', '3,400.00'],
        ['ATM & Debit Card Withdrawals', '-812.77'],
        ['Ending Balance', '$3,807.68'],
        'CUSTOMER SERVICE INFORMATION: call 1-800-555-0134 or visit a branch',
        ['{3}', 'Card Purchase Corner Market', '-22.10'],
        ['{2}', 'Payroll Direct Dep', '3,400.00'],
      ],
    },
    {
      country: 'FRA',
      issuer: 'Crédit Coopératif du Rhône',
      from: '5 place Bellecour, 69002 Lyon',
      title: 'RELEVÉ DE COMPTE',
      dated: 'Date d’arrêté',
      period: ['Période du ', ' au '],
      body: [
        ['IBAN', 'FR76 1027 8000 0000 0203 0450 121'],
        ['Date', 'Libellé', 'Débit', 'Crédit'],
        ['{4}', 'ANCIEN SOLDE', '', '842,15'],
        ['{3}', 'PRLV EDF', '61,20', ''],
        ['{2}', 'VIR SALAIRE', '', '2 010,00'],
        ['', 'NOUVEAU SOLDE', '', '2 790,95'],
      ],
    },
    {
      country: 'DEU',
      issuer: 'Sparkasse Nordheide',
      from: 'Marktplatz 1, 21244 Buchholz',
      title: 'Kontoauszug Nr. 2',
      dated: 'Erstellt am',
      period: ['Auszug vom ', ' bis '],
      body: [
        ['Girokonto', 'DE89 3704 0044 0532 0130 00'],
        ['Buchung', 'Wertstellung', 'Vorgang', 'Betrag EUR'],
        ['{3}', '{3}', 'Lastschrift Stadtwerke Strom', '-84,00'],
        ['{2}', '{2}', 'Gutschrift Gehalt', '2.430,18'],
        ['', '', 'Neuer Saldo', '3.104,77'],
      ],
    },
    {
      country: 'ESP',
      issuer: 'Banco del Levante, S.A.',
      from: 'Gran Vía 40, 28013 Madrid',
      title: 'Extracto de movimientos',
      dated: 'Fecha de emisión',
      period: ['Desde ', ' hasta '],
      body: [
        ['Cuenta corriente', 'ES91 2100 0418 4502 0005 1332'],
        ['Fecha', 'Concepto', 'Importe', 'Saldo'],
        ['{3}', 'Recibo agua', '-23,14', '1.204,00'],
        ['{2}', 'Nómina', '1.650,00', '2.854,00'],
      ],
    },
    {
      country: 'NLD',
      issuer: 'Noorderbank N.V.',
      from: 'Postbus 1800, 9700 BV Groningen',
      title: 'Rekeningafschrift',
      dated: 'Datum',
      period: ['Periode ', ' t/m '],
      body: [
        ['IBAN', 'NL91 ABNA 0417 1643 00'],
        ['Vorig saldo', 'Totaal afgeschreven', 'Totaal bijgeschreven', 'Nieuw saldo'],
        ['812,20', '430,11', '1.900,00', '2.282,09'],
      ],
    },
    {
      country: 'AUS',
      issuer: 'Southern Cross Mutual Bank Limited',
      from: 'GPO Box 3000, Melbourne VIC 3001',
      title: 'Everyday Account Statement',
      dated: null,
      period: ['Statement period ', ' - '],
      body: [
        ['BSB', '063-182'],
        ['Account number', '1029 4471'],
        ['Opening balance', '$412.09'],
        ['Total credits', '$2,980.00'],
        ['Total debits', '$1,120.55'],
        ['Closing balance', '$2,271.54'],
      ],
    },
    {
      country: 'ITA',
      issuer: 'Banca Popolare dell’Adda S.p.A.',
      from: 'Via Manzoni 7, 23900 Lecco LC',
      title: 'ESTRATTO CONTO',
      dated: 'Data',
      period: ['dal ', ' al '],
      body: [
        ['Conto corrente n.', '000012345678'],
        ['Saldo iniziale', '1.010,22'],
        ['Totale entrate', '1.720,00'],
        ['Totale uscite', '930,40'],
        ['Saldo finale', '1.799,82'],
      ],
    },
  ],
  electricity_bill: [
    {
      country: 'GBR',
      issuer: 'Fellside Electric Ltd',
      from: 'PO Box 410, Carlisle CA1 9ZZ',
      title: 'Your electricity bill',
      dated: 'Bill date',
      period: ['Bill period: ', ' – '],
      body: [
        ['Meter serial number', 'S95A 01927'],
        ['Previous reading', '20 311', 'Latest reading', '20 744'],
        ['Units used', '433 kWh at 27.02p'],
        ['Standing charge', '53 days at 60.1p'],
        'Please pay £148.92 by {+}. We’ll take this by Direct Debit from your bank.',
      ],
    },
    {
      country: 'DEU',
      issuer: 'Stadtwerke Rheinaue GmbH',
      from: 'Energieweg 12, 53111 Bonn',
      title: 'Ihre Jahresabrechnung Strom',
      dated: 'Rechnungsdatum',
      period: ['Abrechnungszeitraum ', ' - '],
      body: [
        ['Zählernummer', '1EMH00 8821 4410'],
        ['Zählerstand alt', '10.231', 'Zählerstand neu', '12.604'],
        ['Verbrauch', '2.373 kWh'],
        ['Grundpreis', '118,80 EUR'],
        'Der Betrag wird am {+} von Ihrem Konto abgebucht.',
      ],
    },
    {
      country: 'FRA',
      issuer: 'Lumière & Énergie SA',
      from: 'TSA 20021, 41975 Blois Cedex 9',
      title: 'Votre facture d’électricité',
      dated: 'Facture du',
      period: ['Consommation du ', ' au '],
      body: [
        ['Point de livraison', '14 502 331 208 771'],
        ['Abonnement', '14,20 €'],
        ['Heures pleines', '412 kWh', 'Heures creuses', '220 kWh'],
        'Montant à régler avant le {+} : 96,14 € TTC',
      ],
    },
    {
      country: 'ESP',
      issuer: 'Ibersol Comercializadora S.A.',
      from: 'Apartado 61175, 28080 Madrid',
      title: 'FACTURA DE ELECTRICIDAD',
      dated: 'Fecha de emisión de la factura',
      period: ['Periodo de facturación: del ', ' al '],
      body: [
        ['CUPS', 'ES0021000009876543AB'],
        ['Potencia contratada', '4,6 kW'],
        ['Energía consumida', '231 kWh'],
        ['Alquiler del contador', '1,62 €'],
        'Fecha de cargo: {+}',
      ],
    },
    {
      country: 'AUS',
      issuer: 'Redgum Energy Pty Ltd',
      from: 'Locked Bag 14, Docklands VIC 8012',
      title: 'Electricity account',
      dated: 'Issue date',
      period: ['Supply period ', ' to '],
      body: [
        ['NMI', '6305 881 2240'],
        ['Average daily usage', '11.2 kWh'],
        ['Daily supply charge', '$98.12'],
        ['Due date', '{+}'],
      ],
    },
  ],
  gas_bill: [
    {
      country: 'GBR',
      issuer: 'Humber Gas Supply plc',
      from: 'Customer Services, 1 Dock Road, Hull HU1 2PS',
      title: 'Gas statement',
      dated: 'Date of bill',
      period: ['For the period ', ' to '],
      body: [
        ['Meter point reference (MPRN)', '7420 1193 06'],
        ['Calorific value', '39.4'],
        ['Volume used', '88 m³'],
        ['Standing charge', '£17.20'],
        'Total now due £102.66',
      ],
    },
    {
      country: 'ITA',
      issuer: 'Metanord Gas S.r.l.',
      from: 'Via Emilia 210, 40068 San Lazzaro di Savena BO',
      title: 'Bolletta gas naturale',
      dated: 'Data di emissione',
      period: ['Periodo di fornitura: dal ', ' al '],
      body: [
        ['Codice PDR', '00881200345210'],
        ['Consumo', '121 Smc'],
        ['Lettura precedente', '4.120', 'Lettura attuale', '4.241'],
        ['Scadenza', '{+}'],
      ],
    },
    {
      country: 'USA',
      issuer: 'Blue Ridge Natural Gas Company',
      from: 'PO Box 27031, Richmond, VA 23261',
      title: 'Natural Gas Bill',
      dated: 'Statement Date:',
      period: ['Service from ', ' to '],
      body: [
        ['Current meter reading', '4412'],
        ['Previous meter reading', '4361'],
        ['Therms used', '52.4'],
        ['Customer charge', '$14.00'],
        ['Please pay by', '{+}', '$71.18'],
      ],
    },
  ],
  water_bill: [
    {
      country: 'GBR',
      issuer: 'Pennine Water Services',
      from: 'PO Box 58, Bradford BD1 4ZZ',
      title: 'Your water and wastewater bill',
      dated: 'Date of issue',
      period: ['Charges from ', ' to '],
      body: [
        ['Fresh water standing charge', '£12.40'],
        ['Sewerage charges', '£61.12'],
        ['Cubic metres used', '31'],
        'You can pay at any bank or post office by {+}.',
      ],
    },
    {
      country: 'FRA',
      issuer: 'Régie des Eaux de la Garonne',
      from: '1 quai Saint-Pierre, 31000 Toulouse',
      title: 'Facture eau et assainissement',
      dated: 'Établie le',
      period: ['Relevé du ', ' au '],
      body: [
        ['Compteur n°', 'D08LA 11204'],
        ['Consommation', '34 m³'],
        ['Collecte et traitement des eaux usées', '58,20 €'],
        ['Date limite de paiement', '{+}'],
      ],
    },
    {
      country: 'ESP',
      issuer: 'Aguas de la Ribera, S.A.',
      from: 'Paseo del Agua 3, 46010 Valencia',
      title: 'Factura del agua',
      dated: 'Fecha factura',
      period: ['Periodo de consumo ', ' a '],
      body: [
        ['Cuota de servicio', '6,20 €'],
        ['Consumo', '14 m³'],
        ['Alcantarillado', '4,11 €'],
        ['Canon de saneamiento', '7,02 €'],
      ],
    },
    {
      country: 'USA',
      issuer: 'Clearwater Municipal Water District',
      from: '600 Civic Plaza, Boise, ID 83702',
      title: 'WATER & SEWER BILL',
      dated: 'Bill Date',
      period: ['Billing period: ', ' - '],
      body: [
        ['Water usage (gallons)', '4,200'],
        ['Sewer', '$31.00'],
        ['Storm drainage', '$6.50'],
        ['Due Date', '{+}'],
      ],
    },
  ],
  utility_bill: [
    {
      country: 'GBR',
      issuer: 'Brightmoor Energy',
      from: 'PO Box 9000, Leicester LE1 9ZZ',
      title: 'Your energy bill',
      dated: 'Date',
      period: ['This bill covers ', ' to '],
      body: [
        ['Electricity used', '312 kWh', '£84.20'],
        ['Gas used', '911 kWh', '£66.01'],
        ['Standing charges', '£47.11'],
        ['VAT at 5%', '£9.87'],
        'Your tariff: Simply Variable. Could you pay less? Switch to our fixed tariff.',
      ],
    },
    {
      country: 'USA',
      issuer: 'City of Marlow Utilities',
      from: '12 Main Street, Marlow, OK 73055',
      title: 'UTILITY BILL',
      dated: 'Billing Date',
      period: ['Service period ', ' to '],
      body: [
        ['Electric', '712 kWh', '$88.21'],
        ['Water', '3,100 gal', '$27.40'],
        ['Sewer', '', '$19.00'],
        ['Refuse collection', '', '$14.50'],
        ['Amount due by', '{+}', '$149.11'],
      ],
    },
    {
      country: 'NLD',
      issuer: 'Poldernergie B.V.',
      from: 'Postbus 220, 3800 AE Amersfoort',
      title: 'Jaarafrekening stroom en gas',
      dated: 'Factuurdatum',
      period: ['Periode ', ' tot en met '],
      body: [
        ['Klantnummer', '8830 1127'],
        ['Stroom', '2.110 kWh', '€ 612,00'],
        ['Gas', '880 m³', '€ 1.104,10'],
        ['Meterstand begin', '10.204', 'Meterstand eind', '12.314'],
      ],
    },
  ],
  mobile_phone_bill: [
    {
      country: 'GBR',
      issuer: 'Lark Mobile Limited',
      from: 'Lark House, 8 Station Approach, Reading RG1 1LX',
      title: 'Your mobile bill',
      dated: 'Bill date',
      period: ['Charges for ', ' to '],
      body: [
        ['Mobile number', '07700 900123'],
        ['Monthly plan - unlimited minutes and texts, 20 GB', '£18.00'],
        ['Calls outside your plan', '£1.20'],
        ['Roaming', '£0.00'],
      ],
    },
    {
      country: 'DEU',
      issuer: 'Funknetz Mobil GmbH',
      from: 'Postfach 10 20 30, 40001 Düsseldorf',
      title: 'Ihre Mobilfunkrechnung',
      dated: 'Datum',
      period: ['Zeitraum: ', ' bis '],
      body: [
        ['Rufnummer', '0151 23456789'],
        ['Grundgebühr Tarif M', '19,99'],
        ['Datenvolumen', '10 GB inklusive'],
        ['Verbindungen ins Ausland', '0,87'],
        ['Rechnungsbetrag', '20,86 EUR'],
      ],
    },
    {
      country: 'FRA',
      issuer: 'Alizé Mobile',
      from: 'Service Clients, 33900 Bordeaux Cedex 9',
      title: 'Facture mobile',
      dated: 'Date de facture',
      period: ['Forfait du ', ' au '],
      body: [
        ['Ligne', '06 39 98 12 34'],
        ['Forfait 50 Go, appels et SMS illimités', '14,99 €'],
        ['Hors forfait', '0,00 €'],
        'Prélèvement le {+}',
      ],
    },
    {
      country: 'USA',
      issuer: 'Cascadia Wireless',
      from: 'PO Box 660108, Dallas, TX 75266',
      title: 'Your wireless statement',
      dated: 'Bill issue date',
      period: ['Billing period: ', ' - '],
      body: [
        ['Line (555) 010-4477', 'Unlimited talk, text and data', '$55.00'],
        ['Device installment 14 of 36', '$22.22'],
        ['Surcharges and fees', '$3.18'],
        ['AutoPay is scheduled for', '{+}'],
      ],
    },
  ],
  internet_bill: [
    {
      country: 'GBR',
      issuer: 'Swiftlane Broadband',
      from: 'PO Box 33, Swindon SN1 1ZZ',
      title: 'Your broadband bill',
      dated: 'Bill date',
      period: ['Service ', ' to '],
      body: [
        ['Full Fibre 500 Mbps', '£31.00'],
        ['Router rental', '£2.00'],
        ['Total', '£33.00'],
      ],
    },
    {
      country: 'DEU',
      issuer: 'Glasfaser Nord AG',
      from: 'Hafenstraße 5, 24103 Kiel',
      title: 'Rechnung für Ihren Internetanschluss',
      dated: 'Rechnungsdatum',
      period: ['Leistungszeitraum ', ' - '],
      body: [
        ['Tarif Glasfaser 250 Mbit/s', '39,90'],
        ['Miete Router', '4,90'],
        ['Gesamtbetrag', '44,80 EUR'],
      ],
    },
    {
      country: 'CAN',
      issuer: 'Northern Cable & Internet Inc.',
      from: '90 Elgin Street, Ottawa ON K1P 5E9',
      title: 'Internet bill',
      dated: 'Invoice date',
      period: ['Monthly charges ', ' to '],
      body: [
        ['Unlimited Internet 150', '$74.95'],
        ['Wi-Fi modem rental', '$10.00'],
        ['HST', '$11.04'],
        ['Required payment date', '{+}'],
      ],
    },
  ],
  phone_bill: [
    {
      country: 'GBR',
      issuer: 'Kingsway Telecom',
      from: 'Exchange House, 1 Telephone Road, Leeds LS1 5AA',
      title: 'Your telephone bill',
      dated: 'Bill date',
      period: ['Line rental from ', ' to '],
      body: [
        ['Line rental', '£19.50'],
        ['Local and national calls', '£4.12'],
        ['Calls to mobiles', '£2.30'],
        ['Voicemail', '£0.00'],
      ],
    },
    {
      country: 'FRA',
      issuer: 'Télécom de l’Ouest',
      from: 'BP 40112, 35040 Rennes Cedex',
      title: 'Votre facture de téléphone fixe',
      dated: 'Facture du',
      period: ['Abonnement du ', ' au '],
      body: [
        ['Ligne téléphonique', '02 61 91 00 00'],
        ['Communications locales et nationales', '3,12 €'],
        ['Abonnement ligne fixe', '17,96 €'],
      ],
    },
    {
      country: 'ESP',
      issuer: 'Telefónica Costera S.L.',
      from: 'Calle Larios 2, 29005 Málaga',
      title: 'Factura de teléfono fijo',
      dated: 'Fecha de factura:',
      period: ['Periodo: ', ' al '],
      body: [
        ['Número de línea', '952 000 111'],
        ['Cuota de línea', '14,38 €'],
        ['Llamadas nacionales', '2,90 €'],
      ],
    },
    {
      country: 'IRL',
      issuer: 'Emerald Telecommunications',
      from: 'PO Box 1200, Dublin 2',
      title: 'Home phone bill',
      dated: 'Bill date',
      period: ['Billing period ', ' to '],
      body: [
        ['Landline rental', '€25.00'],
        ['Local calls', '€1.10'],
        ['International calls', '€3.40'],
      ],
    },
  ],
};

/** Every paper that is made, accepted or not. */
export const PAPERS: readonly Paper[] = [bills, letters, others].flatMap((group) =>
  Object.entries(group).flatMap(([kind, papers]) => papers.map((paper) => ({ kind, ...paper }))),
);
