import type {
  CredentialIssuer,
  CredentialStatus,
  KnownSpecimen,
  NameQuery,
  SealFound,
  SealTrust,
  StatusReference,
  Trusted,
} from '@bonafide/verification';
import type { Analyser } from '../../analysis/analyser.ts';
import type { DecisionSettings } from '../../context/decision-settings.ts';
import type { VideoFrame } from '../../media-files/video-frame.ts';
import type { Properties } from '../outcome.ts';
import type { Answer, LookupSubject, SourceKind } from './lookup.ts';
import type { Screening } from './screening.ts';

/** A file of the applicant, as it was uploaded. */
export interface UploadedFile {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly fileName: string;
  /** Unix milliseconds. */
  readonly uploadedAt: number;
  /** Tasks of the applicant of a live video, in order. */
  readonly challenge?: readonly { readonly type: string; readonly query: unknown }[];
  /** Time at which the second part of the challenge was shown, milliseconds from the start. */
  readonly challengeSwitchAt?: number;
  /** The challenge that the chip of a document answered, base64. */
  readonly chipChallenge?: string;
  /** Private key of the terminal to which the chip proved its key, base64. */
  readonly chipTerminalKey?: string;
  /** True for a credential of a wallet, which the service stored itself. */
  readonly credential?: true;
  /** The browser's name for the camera, if a capture SDK used it. */
  readonly cameraName?: string;
  /** True for a live photo with the very bytes of an earlier snapshot. */
  readonly repeatsSnapshot?: boolean;
}

/** Another report on the same document. */
export interface OtherUse {
  readonly report_id: string;
  readonly applicant_id: string;
  /** `waiting` for a person, or `processed` at this moment: of such a report nothing may be read yet. */
  readonly stage: 'complete' | 'waiting' | 'processed';
  /** `unknown` if a document could not be read, or if the difference may be a reading error. */
  readonly names: 'match' | 'mismatch' | 'unknown';
  readonly date_of_birth: 'match' | 'mismatch' | 'unknown';
  readonly sameApplicant: boolean;
  /** True if a mismatch rests on data from a client, because a document could not be read. */
  readonly claimed: boolean;
}

/** Sender of an upload of the applicant, as its request shows it; unknown fields are absent. */
export interface SentUpload {
  /** Id of the upload. */
  readonly id: string;
  /** Authorisation of the request; null: the address of one of our own pages. */
  readonly token: 'sdk_token' | 'api_token' | null;
  /** IPv4 or IPv6. */
  readonly address?: string;
  readonly userAgent?: string;
  /** The capture SDK's name for itself. */
  readonly sdkSource?: string;
  readonly sdkVersion?: string;
  /** Method by which the capture SDK says that it took the picture. */
  readonly captureMethod?: string;
  /** The browser's name for the camera. */
  readonly cameraName?: string;
}

/** Results of earlier checks and reports of the account from a network address. */
export interface AddressReputation {
  /** Document reports of other checks that came from it within 24 hours. */
  readonly documentReports: number;
  /** Number of reports whose sub-result is `suspected`. */
  readonly suspectedReports: number;
  /** Checks that came from it within 30 days and are complete. */
  readonly finishedChecks: number;
  readonly clearChecks: number;
}

export type UploadKind = 'documents' | 'live_photos' | 'live_videos' | 'motion_captures';

export interface LikeUpload {
  readonly applicant_id: string;
  readonly media_id: string;
}

export interface LikeFace extends LikeUpload {
  readonly media_type: Exclude<UploadKind, 'documents'>;
  /** 0 to 1, as `compareFaces` gives it. */
  readonly score: number;
}

export interface KnownFace extends LikeFace {
  /** First and last name of the applicant, as they are now. */
  readonly name: string;
}

/** Data of the holder that a completed live document report of the applicant has read. */
export interface DocumentReading {
  readonly report_id: string;
  readonly first_name?: string;
  readonly last_name?: string;
  /** `YYYY-MM-DD`. */
  readonly date_of_birth?: string;
  /** ISO 3166-1 alpha-3. */
  readonly nationality?: string;
  readonly gender?: 'male' | 'female';
}

/**
 * Everything that live processors may ask for, all of it within the account and environment of the report. A processor
 * takes the `Tools` that it uses, by name.
 */
export interface LiveTools {
  readonly analyser: Pick<Analyser, 'run'>;
  readonly decision: DecisionSettings;
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** `YYYY-MM-DD`, UTC−12: the day where each day ends last. */
  readonly westernToday: string;
  /** ISO 3166-1 alpha-3 of countries under comprehensive sanctions. */
  readonly sanctionedCountries: readonly string[];
  /** Documents that are published as specimens. */
  readonly specimens: readonly KnownSpecimen[];
  /** Records which step the report is at, for the operator. */
  step(name: string): Promise<void>;
  /** An upload of the applicant, of any kind. Throws `resource_not_found`. */
  file(id: string): Promise<UploadedFile>;
  /** Pictures of a video, evenly spread. Throws `frame_extraction_failed` or `frame_extraction_unavailable`. */
  frames(id: string, count: number): Promise<VideoFrame[]>;
  /**
   * Marks the report as one on the document that the properties name, then finds the other reports on it, complete or not;
   * empty when it has no number.
   */
  otherUses(properties: Properties): Promise<OtherUse[]>;
  /** Returns whether the operator has imported the document's number as compromised; null when no list was imported. */
  isCompromised(properties: Properties): Promise<boolean | null>;
  /** Certificates and revocation lists that the operator has loaded of the states of these countries, two letters each. */
  stateCertificates(countries: readonly string[]): Promise<Trusted>;
  /** Issuers of credentials that the operator trusts. */
  credentialIssuers(): Promise<readonly CredentialIssuer[]>;
  /** The status of a credential by the lists of revoked credentials that the operator has loaded. */
  credentialStatus(
    asked: { readonly reference: StatusReference; readonly country: string },
    issuers: readonly CredentialIssuer[],
  ): Promise<CredentialStatus>;
  /** Everything that the operator has loaded to verify these signed barcodes with. */
  sealTrust(seals: readonly Pick<SealFound, 'scheme' | 'issuer'>[]): Promise<Omit<SealTrust, 'today'>>;
  /** Remembers a face with the verdict, so that later reports find it, and erases it with the applicant. */
  keepFace(media: { id: string; type: KnownFace['media_type'] }, embedding: Float32Array): Promise<void>;
  /** Faces of other applicants that score at least `least`, the best first. None of an applicant that is scheduled for deletion. */
  knownFaces(embedding: Float32Array, least: number): Promise<KnownFace[]>;
  /** Remembers with the verdict how a picture looks: see `perceptualHash`. */
  keepLook(media: { id: string; type: UploadKind }, hash: string): Promise<void>;
  /**
   * Pictures of other applicants that look the same, none of an applicant that is scheduled for deletion. Documents of one kind
   * may, without being the same.
   */
  sameLook(hash: string): Promise<LikeUpload[]>;
  /** Senders of the uploads of the applicant, the latest first; uploads without a stored sender are left out. */
  sentUploads(): Promise<readonly SentUpload[]>;
  /** Reasons why uploads for the applicant were refused for their SDK token before the check: each once. */
  refusedUploads(): Promise<readonly ('other_applicant' | 'origin')[]>;
  addressReputation(address: string): Promise<AddressReputation>;
  /** Place of a network address; null if no loaded database knows it. */
  placeOf(address: string): { readonly city?: string; readonly region?: string; readonly country?: string } | null;
  /** Readings of completed live document reports of the applicant, the newest first. */
  documentReadings(): Promise<DocumentReading[]>;
  /** Looks for a person in all active watchlists. The audit keeps the answer with the verdict. */
  screen(query: NameQuery): Promise<Screening>;
  /**
   * Asks every source of a kind that the operator has configured for a country, ISO 3166-1 alpha-3. Empty without one. Throws
   * while a provider that gives no answer is to be tried again: a processor passes it on, and is called again later. After the
   * last try the answer of that source is `unavailable`. Sources get only the fields that their kind needs.
   */
  lookUp(subject: LookupSubject, kind: SourceKind, country: string): Promise<readonly Answer[]>;
  /** Registers of the documents of a country, ISO 3166-1 alpha-3; null if the operator configured none. */
  documentRegister(country: string): { readonly takesPortrait: boolean } | null;
}

/** The tools with these names: the parameters of one processor, and everything that its tests provide. */
export type Tools<Name extends keyof LiveTools> = Pick<LiveTools, Name>;
