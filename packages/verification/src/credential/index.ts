export { ageStated, saysAgeAlone } from './age.ts';
export {
  type Ages,
  type Credential,
  type CredentialContents,
  type CredentialFault,
  type CredentialFormat,
  type CredentialIssuer,
  type CredentialResult,
  type CredentialTrust,
  MAX_CREDENTIAL_BYTES,
  type RefusedCredential,
  type StatusReference,
} from './credential.ts';
export {
  encodedTranscript,
  type IsoMdocAnswer,
  isoMdocAnswer,
  isoMdocEncryptionInfo,
  isoMdocRequest,
  type MdocQuestion,
  type MdocReader,
  type P256Point,
} from './iso-mdoc.ts';
export {
  type CredentialIssuerFacts,
  type CredentialIssuerFile,
  type CredentialIssuerFileOptions,
  readCredentialIssuers,
} from './issuer-file.ts';
export { verifyMdoc } from './mdoc.ts';
export { type KeyBinding, verifySdJwt } from './sd-jwt.ts';
export {
  audienceOf,
  type Handover,
  type OpenIdHandover,
  type SessionTranscript,
  sessionTranscript,
} from './session-transcript.ts';
export {
  type CredentialStatus,
  MAX_STATUS_LIST_BYTES,
  type RefusedStatusList,
  readStatusList,
  type StatusList,
  type StatusListTrust,
  statusIn,
} from './status-list.ts';
export { CREDENTIAL_TYPES, type CredentialType } from './types.ts';
