import type { SignatureAlgorithmName } from '../crypto/signature-algorithm.ts';

/** A task in which documents are signed. */
export interface SigningTask {
  readonly runId: string;
  readonly taskId: string;
}

/** A document that is signed in a task, as it was when the applicant was asked. */
export interface SigningFile {
  /** Id of the signing document. */
  readonly id: string;
  readonly file_name: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Id of the signed document; absent before. */
  readonly signed_id?: string;
}

/** Origin of an act, as the applicant's browser shows it. */
export interface Origin {
  readonly address: string;
  readonly user_agent?: string;
}

/** Act in a task, for its receipt. Times are Unix milliseconds. */
export interface Act extends Partial<Origin> {
  readonly kind: 'asked' | 'opened' | 'code_sent' | 'code_wrong' | 'code_right' | 'signed';
  readonly at: number;
  readonly document_id?: string;
  /** Destination of a code, most of it hidden. */
  readonly to?: string;
}

/** A one-time code that was sent. */
export interface SentCode {
  /** Keyed hash: the code itself stands in the message alone. */
  readonly mark: string;
  readonly sent_at: number;
  readonly wrong: number;
  /** Medium; absent in signatures from before mail: text messages. */
  readonly by?: 'sms' | 'email';
  /** Destination, all but its end hidden. */
  readonly to?: string;
}

/** Documents that the trust service has signed in a pending task. */
export interface TrustSignatures {
  /** DER as base64; the certificate of the key comes first. */
  readonly chain: readonly string[];
  readonly algorithm: SignatureAlgorithmName;
  /** Base64, by the id of the signing document. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * State of the signature of a task. The service prepares the documents, the applicant is asked, the service signs; `signed` has
 * its files.
 */
export interface Signature {
  readonly stage: 'preparing' | 'asked' | 'sealing' | 'signed';
  readonly documents: readonly SigningFile[];
  readonly acts: readonly Act[];
  readonly code?: SentCode;
  /** Name as the applicant has typed it; empty if it was only drawn. */
  readonly name?: string;
  /** Signature as the applicant has drawn it: see `readStrokes`. */
  readonly drawn?: string;
  /** Consent, word for word. */
  readonly consent?: string;
  readonly by_trust_service?: TrustSignatures;
}

/** Ids of the documents that the applicant has opened. */
export function openedIn({ acts }: Signature): ReadonlySet<string> {
  return new Set(acts.flatMap(({ kind, document_id }) => (kind === 'opened' && document_id ? [document_id] : [])));
}

/** A signature whose task has begun. */
export const newSignature: Signature = { stage: 'preparing', documents: [], acts: [] };

/** The output of a task in which documents were signed, as on the wire. */
export interface SignatureOutput {
  readonly properties: {
    readonly signed_documents: readonly { readonly id: string }[];
    readonly receipt_document?: { readonly id: string };
  };
}
