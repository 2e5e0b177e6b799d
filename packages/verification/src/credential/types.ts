import type { CredentialFormat } from './credential.ts';

/** A type of credentials that can stand for a document. */
export interface CredentialType {
  readonly format: CredentialFormat;
  /** Type of document in the words of the API. */
  readonly documentType: 'driving_licence' | 'national_identity_card' | 'passport';
  /** Namespace of the elements of an mdoc; empty for other formats. */
  readonly namespace: string;
  /** True if every trusted issuer may issue it for its country; else the issuer must be loaded for the type by name. */
  readonly isOfState: boolean;
}

/** Types by `docType` (mdoc) and `vct` (SD-JWT VC). */
export const CREDENTIAL_TYPES: Readonly<Record<string, CredentialType>> = {
  // ISO/IEC 18013-5.
  'org.iso.18013.5.1.mDL': {
    format: 'mso_mdoc',
    documentType: 'driving_licence',
    namespace: 'org.iso.18013.5.1',
    isOfState: true,
  },
  // Person identification data of the European Union (Regulation (EU) 2024/2977).
  'eu.europa.ec.eudi.pid.1': {
    format: 'mso_mdoc',
    documentType: 'national_identity_card',
    namespace: 'eu.europa.ec.eudi.pid.1',
    isOfState: true,
  },
  'urn:eudi:pid:1': {
    format: 'dc+sd-jwt',
    documentType: 'national_identity_card',
    namespace: '',
    isOfState: true,
  },
  // ISO/IEC 23220-4, photo ID.
  'org.iso.23220.photoid.1': {
    format: 'mso_mdoc',
    documentType: 'passport',
    namespace: 'org.iso.23220.1',
    isOfState: false,
  },
  // Google made it of the chip of a passport of any country.
  'com.google.wallet.idcard.1': {
    format: 'mso_mdoc',
    documentType: 'passport',
    namespace: 'org.iso.18013.5.1',
    isOfState: false,
  },
};
