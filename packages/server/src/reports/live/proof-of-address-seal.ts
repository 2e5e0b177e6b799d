import {
  type AddressProofAnalysis,
  type AddressProofKind,
  addressProofAge,
  type Finding,
  type Seal,
  type SealedPaper,
  type SealedParty,
  type SealedPerson,
  type SealTrust,
  sameAddress,
  sameName,
} from '@bonafide/verification';
import { DAY_MS } from '../../base/clock.ts';
import type { ReportApplicant } from '../types.ts';
import type { Tools } from './tools.ts';

type Readable = Extract<AddressProofAnalysis, { readable: true }>;
type Proof = Readable['proof'];
type Holder = Proof['holders'][number];

/** A verified signature on a paper. */
export type PaperSeal = Pick<Seal, 'result' | 'reason' | 'signedAt' | 'paper'>;

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
  const papers = read.filter(({ paper }) => paper);
  return (
    papers.find(({ result }) => result === 'authentic') ??
    read.find(({ result }) => result === 'refuted') ??
    papers[0] ??
    null
  );
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
export function withSignature(analysis: Readable, seal: PaperSeal, beside: Beside): Readable {
  const { result, reason, paper } = seal;
  if (result === 'refuted') return { ...analysis, source: [...analysis.source, signature('fail', reason)] };
  if (result === 'undecided' || !paper) return analysis;
  const { applicant, today, country } = beside;
  const exchanged = exchangedName(analysis.proof, paper, applicant);
  const { proof, isComplete } = signedProof(analysis.proof, seal, paper, applicant);
  const { issueDate, kind } = proof;
  const age = issueDate !== null && kind !== null ? addressProofAge(issueDate, today, country, kind) : null;
  const own = exchanged ? signature('fail', exchanged) : signature('pass', reason);
  // How the picture came here matters no more once the issuer has signed name and address.
  const traces =
    isComplete && !exchanged ? analysis.source.filter(({ name }) => !HOW_IT_CAME.has(name)) : analysis.source;
  return { ...analysis, proof, age, source: [...traces, own] };
}

/** Findings that say how a picture came here, not that it was changed: many proofs of address exist on a screen alone. */
export const HOW_IT_CAME: ReadonlySet<string> = new Set(['screenshot', 'photo_of_screen']);

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

/** Most days between the issue of a paper and its signature, where only the signature has a day. */
const DAYS_APART = 31;

const daysBetween = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) / DAY_MS;

function signedProof(proof: Proof, { signedAt }: PaperSeal, paper: SealedPaper, applicant: ReportApplicant) {
  const { people, address, others } = partOf(paper, applicant);
  const printed = [proof.address, ...proof.otherAddresses, ...others].filter(
    (one) => one !== null && one !== address?.text,
  );
  const day = proof.issueDate;
  const isNear = day !== null && signedAt !== null && daysBetween(day, signedAt) <= DAYS_APART;
  const isSure = paper.namesEverybody && !isUnsignedAddressee(proof, paper, applicant);
  const signed: Proof = {
    ...proof,
    ...kindOf(proof, paper),
    issueDate: paper.issueDate ?? (isNear ? day : null),
    holders: people.length > 0 ? people.map((person) => holderOf(person, isSure, proof)) : proof.holders,
    ...(address && {
      address: address.text,
      addressIsSure: address.isWhole,
      addressCountry: 'FRA',
      otherAddresses: printed as string[],
    }),
  };
  return { proof: signed, isComplete: people.length > 0 && address !== null };
}

const partiesOf = ({ supplied, recipient }: SealedPaper): readonly SealedParty[] => [supplied, recipient];

/**
 * The people whom the applicant is compared with, and the address that goes with them: of the party that names the applicant, else of the
 * first one. An address without people goes with everybody.
 */
function partOf(paper: SealedPaper, applicant: ReportApplicant) {
  const parties = partiesOf(paper);
  const isOwn = ({ people }: SealedParty) => people.some((person) => isSamePerson(person, ownNames(applicant)));
  const isHome = ({ address }: SealedParty) => address !== null && isAt(address, applicant);
  const named = parties.find((party) => isOwn(party) && isHome(party)) ?? parties.find(isOwn);
  const people = named?.people ?? parties.flatMap((party) => party.people);
  const [first] = parties.filter((party) => party.people.length > 0);
  const own = named ?? first;
  const candidates = parties.filter((party) => party.address !== null && (party === own || party.people.length === 0));
  const chosen = candidates.find(isHome) ?? candidates[0];
  const others = parties.flatMap(({ address }) => (address === null || address === chosen?.address ? [] : [address]));
  return { people, address: chosen ? { text: chosen.address!, isWhole: chosen.addressIsWhole } : null, others };
}

const isAt = (address: string, { address: known }: ReportApplicant) =>
  known !== undefined && known !== null && sameAddress(address, known) === true;

const ownNames = ({ first_name, last_name }: ReportApplicant): Names => ({
  firstNames: first_name,
  lastNames: last_name,
});

function kindOf({ kind, findings }: Proof, paper: SealedPaper): Pick<Proof, 'kind' | 'findings'> {
  if (kind !== null) return { kind, findings };
  const reason = 'The signed barcode says what kind of document it is';
  return {
    kind: KINDS[paper.kind],
    findings: findings.map((one) => (one.name === 'supported_document' ? { ...one, result: 'pass', reason } : one)),
  };
}

/** A signed person. The print spells the same letters with accents, which barcodes lack. */
function holderOf({ firstNames, lastNames, isCut }: SealedPerson, isSure: boolean, proof: Proof): Holder {
  const printed = proof.holders.find(
    (one) => lettersOf(one.firstNames) === lettersOf(firstNames) && lettersOf(one.lastNames) === lettersOf(lastNames),
  );
  const signed = { firstNames, lastNames, name: `${firstNames} ${lastNames}`.trim() };
  return { ...(printed ?? signed), isSure: isSure && !isCut };
}

const lettersOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase();

type Names = Pick<Holder, 'firstNames' | 'lastNames'>;

const isSamePerson = (one: Names, other: Names) =>
  sameName(one.firstNames, other.firstNames) === 'same' && sameName(one.lastNames, other.lastNames) === 'same';

/** The printed holder who is surely the applicant, where nobody whom the issuer signed resembles the applicant; else undefined. */
function unsignedApplicant({ holders }: Proof, paper: SealedPaper, applicant: ReportApplicant): Holder | undefined {
  const own = ownNames(applicant);
  const people = partiesOf(paper).flatMap((party) => party.people);
  const isOther = (person: Names) => sameName(person.lastNames, own.lastNames) === 'different';
  if (people.length === 0 || !people.every(isOther)) return undefined;
  return holders.find((holder) => holder.isSure && isSamePerson(holder, own));
}

/** Returns whether the print may name a recipient whom the barcode leaves out: it has none, and the print has another address. */
function isUnsignedAddressee(proof: Proof, paper: SealedPaper, applicant: ReportApplicant): boolean {
  const { supplied, recipient } = paper;
  if (recipient.people.length > 0 || !unsignedApplicant(proof, paper, applicant)) return false;
  return supplied.address === null || sameAddress(proof.address, { line1: supplied.address }) !== true;
}

/** The reason why a printed name was exchanged; null if nothing shows it. */
function exchangedName(proof: Proof, paper: SealedPaper, applicant: ReportApplicant): string | null {
  const printed = unsignedApplicant(proof, paper, applicant);
  if (!printed || !paper.namesEverybody || isUnsignedAddressee(proof, paper, applicant)) return null;
  const signed = partiesOf(paper)
    .flatMap((party) => party.people)
    .map(({ firstNames, lastNames }) => `${firstNames} ${lastNames}`.trim())
    .join(', ');
  return `The printed name (${printed.name}) differs from the name that the issuer signed in the barcode (${signed})`;
}
