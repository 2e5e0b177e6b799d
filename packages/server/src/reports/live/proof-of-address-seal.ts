import {
  type AddressProofAnalysis,
  type AddressProofKind,
  addressProofAge,
  type Finding,
  type Seal,
  type SealedPaper,
  type SealTrust,
  sameAddress,
  sameName,
} from '@bonafide/verification';
import type { ReportApplicant } from '../types.ts';
import type { Tools } from './tools.ts';

type Readable = Extract<AddressProofAnalysis, { readable: true }>;
type Proof = Readable['proof'];
type Holder = Proof['holders'][number];

/** A verified signature on a paper. */
export type PaperSeal = Pick<Seal, 'result' | 'reason' | 'paper'>;

type SealTools = Tools<'analyser' | 'today' | 'sealTrust'>;

/** Issuers of papers with a 2D-Doc, ISO 3166-1 alpha-3. An upload that names no country may be one. */
const COUNTRIES: readonly string[] = ['FRA', 'MCO', ''];

/** The loaded keys of papers from a country; null without any, so that no barcode needs to be searched. */
export async function paperTrust(country: string, { sealTrust }: Pick<SealTools, 'sealTrust'>) {
  if (!COUNTRIES.includes(country)) return null;
  const trust = await sealTrust([{ scheme: 'fr_2ddoc', issuer: 'FRA' }]);
  return trust.keys.length > 0 ? trust : null;
}

/** Verifies the signed barcode of a paper; null for a paper without one that says something about its holders. */
export async function verifyPaper(
  { seals }: Readable,
  trust: Omit<SealTrust, 'today'>,
  { analyser, today }: Pick<SealTools, 'analyser' | 'today'>,
): Promise<PaperSeal | null> {
  if (seals.length === 0) return null;
  const codes = seals.map(({ text, bytes }) => ({ text, bytes, side: 0 }));
  const read = await analyser.run('seals', { codes, trust: { ...trust, today } });
  return read.find(({ result }) => result === 'refuted') ?? read.find(({ paper }) => paper) ?? null;
}

interface Beside {
  readonly today: string;
  /** ISO 3166-1 alpha-3 of the issuer. */
  readonly country: string;
  readonly applicant: ReportApplicant;
}

/**
 * The analysis of a paper, in which signed values replace read ones. A refuted signature is a trace of editing, and so is a
 * printed name of the applicant whom the issuer did not name. A signature that can't be verified changes nothing.
 */
export function withSignature(analysis: Readable, { result, reason, paper }: PaperSeal, beside: Beside): Readable {
  if (result === 'refuted') return { ...analysis, source: [...analysis.source, signature('fail', reason)] };
  if (result === 'undecided' || !paper) return analysis;
  const proof = signedProof(analysis.proof, paper, beside.applicant);
  const { issueDate, kind } = proof;
  const age =
    issueDate !== null && kind !== null ? addressProofAge(issueDate, beside.today, beside.country, kind) : null;
  const exchanged = exchangedName(analysis.proof, paper, beside.applicant);
  // How the picture came here matters no more once the issuer has signed what it says.
  const traces = analysis.source.filter(({ name }) => name !== 'screenshot' && name !== 'photo_of_screen');
  const own = exchanged ? signature('fail', exchanged) : signature('pass', reason);
  return { ...analysis, proof, age, source: [...(exchanged ? analysis.source : traces), own] };
}

const signature = (result: Finding['result'], reason: string): Finding => ({
  name: 'signed_barcode',
  measure: result === 'pass' ? 1 : 0,
  threshold: 1,
  result,
  reason,
});

/** Kinds that a barcode names, where the print shows none. */
const KINDS: Readonly<Record<SealedPaper['kind'], AddressProofKind>> = {
  certificate: 'address_certificate',
  bill: 'utility_bill',
  housing_tax: 'council_tax',
};

function signedProof(proof: Proof, paper: SealedPaper, applicant: ReportApplicant): Proof {
  const { address: known } = applicant;
  const own = paper.addresses.find((address) => known && sameAddress(address, known)) ?? paper.addresses[0];
  const printed = [proof.address, ...proof.otherAddresses].filter((address) => address !== null);
  return {
    ...proof,
    ...kindOf(proof, paper),
    issueDate: paper.issueDate ?? proof.issueDate,
    holders: paper.people.length > 0 ? paper.people.map((person) => holderOf(person, paper, proof)) : proof.holders,
    ...(own !== undefined && { address: own, addressIsSure: true, addressCountry: 'FRA', otherAddresses: printed }),
  };
}

function kindOf({ kind, findings }: Proof, paper: SealedPaper): Pick<Proof, 'kind' | 'findings'> {
  if (kind !== null) return { kind, findings };
  const reason = 'The signed barcode says what kind of document it is';
  return {
    kind: KINDS[paper.kind],
    findings: findings.map((one) => (one.name === 'supported_document' ? { ...one, result: 'pass', reason } : one)),
  };
}

/** A signed person, as the print spells the names: barcodes have capitals without accents. */
function holderOf(person: SealedPaper['people'][number], paper: SealedPaper, proof: Proof): Holder {
  const { firstNames, lastNames, isCut } = person;
  const isSure = !isCut && paper.namesEverybody;
  const printed = proof.holders.find((one) => isSamePerson(one, person));
  const { name } = printed ?? { name: `${firstNames} ${lastNames}`.trim() };
  return printed ? { ...printed, isSure } : { name, firstNames, lastNames, isSure };
}

type Names = Pick<Holder, 'firstNames' | 'lastNames'>;

const isSamePerson = (one: Names, other: Names) =>
  sameName(one.firstNames, other.firstNames) === 'same' && sameName(one.lastNames, other.lastNames) === 'same';

/** The reason why a printed name was exchanged: it is surely the applicant's, and nobody whom the issuer named resembles it. */
function exchangedName(proof: Proof, { people, namesEverybody }: SealedPaper, applicant: ReportApplicant) {
  const own = { firstNames: applicant.first_name, lastNames: applicant.last_name };
  const printed = proof.holders.find((holder) => holder.isSure && isSamePerson(holder, own));
  const isOther = (person: Names) => sameName(person.lastNames, own.lastNames) === 'different';
  if (!printed || !namesEverybody || people.length === 0 || !people.every(isOther)) return null;
  const signed = people.map(({ firstNames, lastNames }) => `${firstNames} ${lastNames}`.trim()).join(', ');
  return `The printed name (${printed.name}) differs from the name that the issuer signed in the barcode (${signed})`;
}
