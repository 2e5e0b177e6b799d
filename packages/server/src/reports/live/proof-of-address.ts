import { type AddressProofAnalysis, type Finding, type Likeness, sameAddress, sameName } from '@bonafide/verification';
import { addressProof } from '../media.ts';
import type { Assessment, BreakdownTree, LeafFinding, LeafFindings, Properties, Verdict } from '../outcome.ts';
import type { DocumentRef, Family, ReportApplicant, ReportSubject } from '../types.ts';
import { clear, consider, doubtful, unassessed, verdictOf } from './assessment.ts';
import { HOW_IT_CAME, paperTrust, verifyPaper, withSignature } from './proof-of-address-seal.ts';
import type { Tools } from './tools.ts';

type Readable = Extract<AddressProofAnalysis, { readable: true }>;

/** Type of a card that bears an address. It is known by its upload alone: it is printed as an identity document. */
const CARD = 'identity_document_with_address';

export type AddressProofTools = Tools<'analyser' | 'decision' | 'today' | 'step' | 'file' | 'sealTrust'>;

/** Reads a proof of address and compares it with the applicant (contract 9.7). */
export async function processProofOfAddress(
  report: { readonly family: Family; readonly tree: BreakdownTree },
  subject: ReportSubject,
  tools: AddressProofTools,
): Promise<Verdict> {
  // The report ends `cancelled` without one, before anything is analysed.
  const upload = addressProof(subject.media) as DocumentRef;
  await tools.step('reading the proof of address');
  const { bytes, mediaType } = await tools.file(upload.id);
  const country = upload.issuing_country?.toUpperCase() ?? '';
  const trust = await paperTrust(country, tools);
  const order = { bytes, mediaType, country, today: tools.today, seals: trust !== null };
  const analysis = await tools.analyser.run('addressProof', order);
  const { applicant } = subject;
  const seal = trust && analysis.readable ? await verifyPaper(analysis, trust, tools) : null;
  await tools.step("comparing it with the applicant's data");
  const signed =
    seal && analysis.readable ? withSignature(analysis, seal, { today: tools.today, country, applicant }) : analysis;
  return verdictOf(report, assessAddressProof(signed, upload.type, applicant), tools.decision);
}

/** Every leaf with its reason, and the properties. */
export function assessAddressProof(
  analysis: AddressProofAnalysis,
  uploadedAs: string,
  applicant: ReportApplicant,
): Assessment {
  if (!analysis.readable) return unreadable(analysis.detail);
  const flaws = analysis.quality.filter(({ result }) => result === 'fail');
  const { proof } = analysis;
  // A flaw that hid nothing is ignored, because the relevant text could be read.
  if (flaws.length > 0 && (proof.holders.length === 0 || proof.address === null)) {
    return unreadable(flaws.map(({ reason }) => reason).join('; '));
  }
  const supported = supportedDocument(analysis, uploadedAs);
  const refused = supported.result === 'unidentified';
  const leaves: LeafFindings = {
    ...(refused ? notCompared() : comparisons(analysis, applicant)),
    'document_classification.supported_document': supported,
    'document_classification.valid_document_date': refused ? unassessed('The document was rejected') : age(analysis),
    'image_integrity.image_quality': clear(
      flaws.length > 0 ? 'The image has flaws, but the text is readable' : 'The document is readable',
    ),
    'image_integrity.source_integrity': sourceIntegrity(analysis.source, refused),
  };
  return { leaves, properties: refused ? {} : propertiesOf(analysis, applicant) };
}

const LEFT_OUT = 'The document was rejected';

function notCompared(): LeafFindings {
  return {
    'data_comparison.address': unassessed(LEFT_OUT),
    'data_comparison.first_name': unassessed(LEFT_OUT),
    'data_comparison.last_name': unassessed(LEFT_OUT),
  };
}

/** An image that can't be read: `unidentified`, all other breakdowns null, no properties. */
function unreadable(reason: string): Assessment {
  return {
    leaves: {
      ...notCompared(),
      'document_classification.supported_document': unassessed(LEFT_OUT),
      'document_classification.valid_document_date': unassessed(LEFT_OUT),
      'image_integrity.image_quality': { result: 'unidentified', reason },
      'image_integrity.source_integrity': unassessed(LEFT_OUT),
    },
    properties: {},
  };
}

const figures = ({ measure, threshold }: Finding) => ({ measure, threshold });

/**
 * Judges the kind of document. A document of another kind is refused; a document of no known kind may be one in a language that
 * isn't read here.
 */
function supportedDocument({ proof }: Readable, uploadedAs: string): LeafFinding {
  const finding = proof.findings.find(({ name }) => name === 'supported_document') as Finding;
  const more = figures(finding);
  if (proof.kind !== null) return clear(finding.reason, more);
  if (uploadedAs === CARD) return doubtful('The document was uploaded as an identity document with an address', more);
  if (finding.measure >= finding.threshold) return { result: 'unidentified', reason: finding.reason, ...more };
  return doubtful(finding.reason, more);
}

function age({ age: finding, proof }: Readable): LeafFinding {
  if (!finding)
    return doubtful(
      proof.issueDate ? 'The kind of document is unknown, so no age limit applies' : 'No issue date was read',
    );
  return (finding.result === 'pass' ? clear : consider)(finding.reason, figures(finding));
}

/** The origin of a refused document needs no review. */
function sourceIntegrity(source: readonly Finding[], refused: boolean): LeafFinding {
  const failed = source.filter(({ result }) => result === 'fail');
  const worked = failed.find(({ name }) => !HOW_IT_CAME.has(name));
  if (worked) return consider(worked.reason, figures(worked));
  const [shown] = failed;
  const signature = source.find(({ name, result }) => name === 'signed_barcode' && result === 'pass');
  if (!shown) return clear(`The file shows no trace of editing${signature ? `. ${signature.reason}` : ''}`);
  return (refused ? unassessed : doubtful)(shown.reason, figures(shown));
}

const FROM_LIKENESS: Readonly<Record<Likeness, (what: string, clientValue: string, read: string) => LeafFinding>> = {
  same: (what) => clear(`The ${what} on the document matches the applicant's data`),
  similar: (what, clientValue, read) =>
    doubtful(
      `The name on the document (${read}) is similar to the applicant's ${what} (${clientValue}). A reading error, an initial or another script may explain the difference`,
    ),
  different: (what, clientValue, read) =>
    consider(`The name on the document (${read}) does not match the applicant's ${what} (${clientValue})`),
};

function comparisons({ proof }: Readable, applicant: ReportApplicant): LeafFindings {
  const holder = nearest(proof.holders, applicant);
  return {
    'data_comparison.address': comparedAddress(proof, applicant),
    'data_comparison.first_name': comparedName('first name', applicant.first_name, holder),
    'data_comparison.last_name': comparedName('last name', applicant.last_name, holder),
  };
}

type Holder = Readable['proof']['holders'][number];

const WORTH: Readonly<Record<Likeness, number>> = { same: 2, similar: 1, different: 0 };

/** Holder whose names are most like the applicant's: first and last name must belong to one person. */
function nearest(holders: readonly Holder[], { first_name, last_name }: ReportApplicant): Holder | undefined {
  const worth = (holder: Holder) =>
    WORTH[likenessOf('first name', first_name, holder)] + WORTH[likenessOf('last name', last_name, holder)];
  return holders.toSorted((a, b) => worth(b) - worth(a))[0];
}

/** Similarity of names, compared with the whole name, too: which of its words are first names isn't always known. */
function likenessOf(
  what: 'first name' | 'last name',
  clientValue: string,
  { name, firstNames, lastNames }: Holder,
): Likeness {
  // A name within a longer one is the same by the words that both have.
  const likeness = [sameName(what === 'first name' ? firstNames : lastNames, clientValue), sameName(name, clientValue)];
  return likeness.includes('same') ? 'same' : likeness.includes('similar') ? 'similar' : 'different';
}

function comparedName(what: 'first name' | 'last name', clientValue: string, holder: Holder | undefined): LeafFinding {
  if (!/\p{L}/u.test(clientValue)) return unassessed(`The client sent no ${what} for this applicant`);
  if (!holder) return doubtful(`No name of a holder was read. The applicant's data says ${clientValue}`);
  const likeness = likenessOf(what, clientValue, holder);
  if (likeness === 'different' && what === 'first name' && holder.firstNames === '') {
    return doubtful(`The document shows no first name, only ${holder.name}. The applicant's data says ${clientValue}`);
  }
  const isUnsure = likeness === 'different' && (!holder.isSure || NOT_LATIN.test(holder.name));
  return FROM_LIKENESS[isUnsure ? 'similar' : likeness](what, clientValue, holder.name);
}

/** Letters of other scripts. The analyser misreads about one letter in a hundred, and the name then differs. */
const NOT_LATIN = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}]/u;

function comparedAddress(
  { address: printed, addressIsSure, otherAddresses }: Readable['proof'],
  { address }: ReportApplicant,
): LeafFinding {
  if (!address) return unassessed('The client sent no address for this applicant');
  if (printed === null) return doubtful('No address was read from the document');
  const same = sameAddress(printed, address);
  if (same === null) return doubtful('The applicant’s address is too short to compare');
  if (same) return clear('The address on the document matches the applicant’s data');
  if (sameAddress(printed, address, { slips: true })) {
    return doubtful(
      `The address on the document (${printed}) differs slightly from the applicant’s data. A reading error may explain the difference`,
    );
  }
  if (!addressIsSure) {
    return doubtful(
      `A part of the address on the document (${printed}) may be missing or misread. It differs from the applicant’s data`,
    );
  }
  const other = otherAddresses.find((one) => sameAddress(one, address, { slips: true }));
  if (other === undefined && NOT_LATIN.test(printed)) {
    return doubtful(
      `The address on the document (${printed}) is not in Latin letters, where reading errors are frequent`,
    );
  }
  return other === undefined
    ? consider(`The address on the document (${printed}) does not match the applicant’s data`)
    : doubtful(
        `The applicant’s address is on the document (${other}), but the holder’s address seems to be another (${printed})`,
      );
}

/** Returns whether both names are the applicant's: a slip of reading doesn't make a name the applicant's. */
const isApplicant = (holder: Holder, { first_name, last_name }: ReportApplicant) =>
  likenessOf('first name', first_name, holder) === 'same' && likenessOf('last name', last_name, holder) === 'same';

/** Properties that were read for certain or match the applicant's data, of the holder who is the applicant if one is. */
function propertiesOf({ proof }: Readable, applicant: ReportApplicant): Properties {
  const nearby = nearest(proof.holders, applicant);
  const holder = nearby && (nearby.isSure || isApplicant(nearby, applicant)) ? nearby : undefined;
  const { address } = applicant;
  const isRead = proof.addressIsSure || (address && sameAddress(proof.address, address));
  const read: Record<string, string | null | undefined> = {
    address: isRead ? proof.address : null,
    document_type: proof.kind,
    first_names: holder?.firstNames,
    last_names: holder?.lastNames,
    issuer: proof.issuer,
    issue_date: proof.issueDate,
    summary_period_start: proof.periodStart,
    summary_period_end: proof.periodEnd,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value));
}
