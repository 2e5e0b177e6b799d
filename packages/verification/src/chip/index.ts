export { type ActiveAuthentication, type ChipAnswer, verifyChipAnswer } from './active.ts';
export {
  authenticateChip,
  type ChipAuthentication,
  type ChipFiles,
  type ChipOptions,
  countryOfSigner,
  type Trusted,
} from './authenticate.ts';
export { hashOf, hashOfSignature } from './signature.ts';
export { faultOfSignature, readSignedMessage } from './signed-data.ts';
export {
  type CertificateFacts,
  type RevocationListFacts,
  readStateFile,
  type StateFile,
  type StateFileOptions,
} from './state-file.ts';
export { countriesOfState } from './states.ts';
export { type ChipProof, type ChipTask, chipTask, verifyChipProof } from './terminal/terminal.ts';
