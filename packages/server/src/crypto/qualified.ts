import 'reflect-metadata';
import { AsnConvert } from '@peculiar/asn1-schema';
import { Certificate } from '@peculiar/asn1-x509';
import { type AsnType, type FromBerOptions, fromBER, ObjectIdentifier, PrintableString } from 'asn1js';
import { exact } from './der.ts';

/** The extension of statements (RFC 3739, 3.2.6). */
const STATEMENTS = '1.3.6.1.5.5.7.1.3';

/** Statements of ETSI EN 319 412-5, 4.2 and 4.3. */
const STATEMENT = '0.4.0.1862.1.';
const COMPLIANCE = `${STATEMENT}1`;
const DEVICE = `${STATEMENT}4`;
const TYPE = `${STATEMENT}6`;
const LEGISLATION = `${STATEMENT}7`;

/** Purposes of a certificate, by the last number of its type. */
const PURPOSES = { [`${TYPE}.1`]: 'signature', [`${TYPE}.2`]: 'seal', [`${TYPE}.3`]: 'website' } as const;

type Purpose = (typeof PURPOSES)[keyof typeof PURPOSES];

/** Far more than a certificate has. */
const BOUNDS: FromBerOptions = { maxDepth: 16, maxNodes: 500, maxContentLength: 64 * 1024, parseEmbedded: false };

/**
 * Statements of a certificate about itself. They are claims: only the trusted list of a state says whether its issuer may make
 * them.
 */
export interface QualifiedStatements {
  /** True for a qualified certificate (QcCompliance). */
  readonly qualified: boolean;
  /** True if the private key is in a qualified device (QcSSCD). */
  readonly device: boolean;
  /** Purposes of the certificate (QcType): signatures of a person, seals of a company, or websites. */
  readonly purposes: readonly Purpose[];
  /** Countries whose law qualifies the certificate (QcCClegislation), two letters. Empty: the law of the European Union. */
  readonly countries: readonly string[];
}

/** Reads the statements of a certificate, DER. One that can't be read says nothing. */
export function qualifiedStatements(certificate: Buffer): QualifiedStatements {
  const statements = statementsOf(certificate);
  return {
    qualified: statements.has(COMPLIANCE),
    device: statements.has(DEVICE),
    purposes: partsOf(statements.get(TYPE)).flatMap((type) => {
      const oid = type instanceof ObjectIdentifier ? type.getValue() : '';
      return Object.hasOwn(PURPOSES, oid) ? [PURPOSES[oid as keyof typeof PURPOSES]] : [];
    }),
    countries: partsOf(statements.get(LEGISLATION)).flatMap((part) =>
      part instanceof PrintableString ? [part.getValue()] : [],
    ),
  };
}

/** The statements by identifier, each with its value. */
function statementsOf(certificate: Buffer): ReadonlyMap<string, AsnType | undefined> {
  const statements = new Map<string, AsnType | undefined>();
  for (const statement of partsOf(extensionOf(certificate))) {
    const [id, info] = partsOf(statement);
    if (id instanceof ObjectIdentifier) statements.set(id.getValue(), info);
  }
  return statements;
}

/** The extension of statements; undefined for a certificate without one, and where either can't be read. */
function extensionOf(certificate: Buffer): AsnType | undefined {
  try {
    const { extensions = [] } = AsnConvert.parse(exact(certificate), Certificate).tbsCertificate;
    const extension = extensions.find(({ extnID }) => extnID === STATEMENTS)?.extnValue.buffer;
    if (!extension) return undefined;
    // Some malformed texts, such as a BMPString with an odd number of bytes, throw; other faults give an offset of -1.
    const { result, offset } = fromBER(extension, BOUNDS);
    return offset < 0 ? undefined : result;
  } catch {
    return undefined;
  }
}

/** The parts of a sequence; none of anything else. */
function partsOf(node: AsnType | undefined): readonly AsnType[] {
  const parts = (node?.valueBlock as { value?: unknown } | undefined)?.value;
  return Array.isArray(parts) ? (parts as AsnType[]) : [];
}
