import accommodationTenancyCertificate from './kinds/accepted/accommodation-tenancy-certificate.json' with {
  type: 'json',
};
import addressCertificate from './kinds/accepted/address-certificate.json' with { type: 'json' };
import bankBuildingSocietyStatement from './kinds/accepted/bank-building-society-statement.json' with { type: 'json' };
import benefitLetters from './kinds/accepted/benefit-letters.json' with { type: 'json' };
import councilTax from './kinds/accepted/council-tax.json' with { type: 'json' };
import electricityBill from './kinds/accepted/electricity-bill.json' with { type: 'json' };
import exchangeHouseStatement from './kinds/accepted/exchange-house-statement.json' with { type: 'json' };
import gasBill from './kinds/accepted/gas-bill.json' with { type: 'json' };
import insuranceStatement from './kinds/accepted/insurance-statement.json' with { type: 'json' };
import internetBill from './kinds/accepted/internet-bill.json' with { type: 'json' };
import mobilePhoneBill from './kinds/accepted/mobile-phone-bill.json' with { type: 'json' };
import mortgageStatement from './kinds/accepted/mortgage-statement.json' with { type: 'json' };
import pensionPropertyStatementLetter from './kinds/accepted/pension-property-statement-letter.json' with {
  type: 'json',
};
import phoneBill from './kinds/accepted/phone-bill.json' with { type: 'json' };
import utilityBill from './kinds/accepted/utility-bill.json' with { type: 'json' };
import waterBill from './kinds/accepted/water-bill.json' with { type: 'json' };
import letters from './kinds/letters.json' with { type: 'json' };
import association from './kinds/other/association.json' with { type: 'json' };
import curriculum from './kinds/other/curriculum.json' with { type: 'json' };
import delivery from './kinds/other/delivery.json' with { type: 'json' };
import invoice from './kinds/other/invoice.json' with { type: 'json' };
import payslip from './kinds/other/payslip.json' with { type: 'json' };
import quotation from './kinds/other/quotation.json' with { type: 'json' };
import receipt from './kinds/other/receipt.json' with { type: 'json' };
import ticket from './kinds/other/ticket.json' with { type: 'json' };
import papers from './kinds/papers.json' with { type: 'json' };

/*
 * The words by which documents are classified. They are data: a file for each kind in `kinds/`, all of its languages in one
 * list. Words are folded (`folded` in `text/page.ts`); `*` at an end stands for more letters.
 */

/** One kind, as its file has it. */
interface WordFile {
  /** Words that name the kind. */
  readonly names: readonly string[];
  /** Offices that send only this kind; their names identify it. */
  readonly senders?: readonly string[];
  /** Words that accompany the kind; they count a quarter. */
  readonly mentions: readonly string[];
  /** Subjects of the paper: one of these beside one of `papers` in a line names the kind. */
  readonly subjects?: readonly string[];
  /** Names of papers of this kind; `@bills` and `@deeds` are lists of `kinds/papers.json`, and `@bills` the default. */
  readonly papers?: readonly string[];
}

/** Words of one kind. A word counts once however often it occurs: a bank statement that lists paid bills remains one. */
export interface Vocabulary extends Required<WordFile> {}

/** Names of bills and statements. */
export const BILLS: readonly string[] = papers.bills;

/** Names of contracts, decisions and certificates. */
export const DEEDS: readonly string[] = papers.deeds;

const accepted = {
  bank_building_society_statement: bankBuildingSocietyStatement,
  mortgage_statement: mortgageStatement,
  council_tax: councilTax,
  electricity_bill: electricityBill,
  gas_bill: gasBill,
  water_bill: waterBill,
  utility_bill: utilityBill,
  mobile_phone_bill: mobilePhoneBill,
  internet_bill: internetBill,
  phone_bill: phoneBill,
  benefit_letters: benefitLetters,
  pension_property_statement_letter: pensionPropertyStatementLetter,
  insurance_statement: insuranceStatement,
  exchange_house_statement: exchangeHouseStatement,
  accommodation_tenancy_certificate: accommodationTenancyCertificate,
  address_certificate: addressCertificate,
} satisfies Record<string, WordFile>;

const other = {
  receipt,
  invoice,
  association,
  payslip,
  delivery,
  quotation,
  curriculum,
  ticket,
} satisfies Record<string, WordFile>;

/** A kind that reports name. General letters have no words of their own; identity documents are declared by the client alone. */
export type AddressProofKind = keyof typeof accepted | 'general_letter' | 'identity_document_with_address';

/** A document that looks like a proof of address but is not. */
export type OtherKind = keyof typeof other;

const listed: Readonly<Record<string, readonly string[]>> = { '@bills': BILLS, '@deeds': DEEDS };

function vocabularyOf({ names, senders = [], mentions, subjects = [], papers = ['@bills'] }: WordFile): Vocabulary {
  return { names, senders, mentions, subjects, papers: papers.flatMap((word) => listed[word] ?? [word]) };
}

/** The words of every kind. */
export const KINDS = Object.fromEntries(
  Object.entries<WordFile>({ ...accepted, ...other }).map(([kind, file]) => [kind, vocabularyOf(file)]),
) as Readonly<Record<keyof typeof accepted | OtherKind, Vocabulary>>;

export const isOtherKind = (kind: string): kind is OtherKind => Object.hasOwn(other, kind);

const greetings = letters.greetings.map((word) => (word.endsWith('*') ? word.slice(0, -1) : `${word}\\b`));
const GREETING = new RegExp(`^(?:${greetings.join('|')})`);

/** Returns whether a folded line greets the reader of a letter. */
export const isGreeting = (line: string): boolean => GREETING.test(line);

/** Returns whether a folded line ends a letter. */
export const isClosing = (line: string): boolean => letters.closings.some((words) => line.includes(words));
