import type { SignatureAlgorithmName } from '../crypto/signature-algorithm.ts';

/** A task in which documents are signed. */
export interface SigningTask {
  readonly runId: string;
  readonly taskId: string;
}

/** A document that is signed in a task, as it was when the applicant was asked. */
export interface SigningFile {
  /** Of the signing document. */
  readonly id: string;
  readonly file_name: string;
  /** Hexadecimal. */
  readonly sha256: string;
  /** Of what its signature made of it; absent before. */
  readonly signed_id?: string;
}

/** What the applicant's browser shows of where an act came from. */
export interface Origin {
  readonly address: string;
  readonly user_agent?: string;
}

/** What was done in a task, for its receipt. Times are Unix milliseconds. */
export interface Act extends Partial<Origin> {
  readonly kind: 'asked' | 'opened' | 'code_sent' | 'code_wrong' | 'code_right' | 'signed';
  readonly at: number;
  readonly document_id?: string;
  /** Where a code was sent to, most of it hidden. */
  readonly to?: string;
}

/** A one-time code that was sent. */
export interface SentCode {
  /** Keyed hash: the code itself stands in the message alone. */
  readonly mark: string;
  readonly sent_at: number;
  readonly wrong: number;
  /** Absent in those of before mail: text messages. */
  readonly by?: 'sms' | 'email';
  /** Where to, all but its end hidden. */
  readonly to?: string;
}

/** What the trust service has signed in a task that is being signed. */
export interface TrustSignatures {
  /** DER as base64; the certificate of the key comes first. */
  readonly chain: readonly string[];
  readonly algorithm: SignatureAlgorithmName;
  /** Base64, by the id of the signing document. */
  readonly values: Readonly<Record<string, string>>;
}

/**
 * How far the signature of a task is. The service prepares the documents, the applicant is asked, the service signs; `signed`
 * has its files.
 */
export interface Signature {
  readonly stage: 'preparing' | 'asked' | 'sealing' | 'signed';
  readonly documents: readonly SigningFile[];
  readonly acts: readonly Act[];
  readonly code?: SentCode;
  /** As the applicant has typed it; empty where it was drawn alone. */
  readonly name?: string;
  /** As the applicant has drawn it: see `readStrokes`. */
  readonly drawn?: string;
  /** What it has agreed to, word for word. */
  readonly consent?: string;
  readonly by_trust_service?: TrustSignatures;
}

/** Ids of the documents that the applicant has opened. */
export function openedIn({ acts }: Signature): ReadonlySet<string> {
  return new Set(acts.flatMap(({ kind, document_id }) => (kind === 'opened' && document_id ? [document_id] : [])));
}

/** A signature whose task has begun. */
export const newSignature: Signature = { stage: 'preparing', documents: [], acts: [] };
