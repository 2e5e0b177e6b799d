/** Pure analysers: buffers in, findings out. They know pictures and names, not applicants, accounts or HTTP. */
export { addressProofAge, addressProofTooOld, monthsOfAddressProof } from './address-proof/age.ts';
export { type AddressProof, readAddressProof } from './address-proof/analyse.ts';
export { type KnownAddress, sameAddress } from './address-proof/compare.ts';
export { ADDRESS_PROOF_GROUPS, type AddressProofGroup, addressProofGroup } from './address-proof/countries.ts';
export {
  type AddressProofAnalysis,
  type AddressProofFile,
  type AddressProofOptions,
  analyseAddressProof,
} from './address-proof/file.ts';
export { addressForm, type PlacedAddress } from './address-proof/form.ts';
export type { AddressProofKind } from './address-proof/kinds.ts';
export {
  type DocumentAnalysis,
  type DocumentFile,
  joinSides,
  PDF_SIDES,
  type PortraitFound,
  type ReadableSide,
  readCloseUp,
  readSides,
  type SideRead,
} from './analyses/document.ts';
export type { Half } from './analyses/halves.ts';
export { type AamvaCard, type NotAamva, parseAamva } from './barcode/aamva.ts';
export { type CardFields, type LicenceClass, licenceClasses } from './barcode/aamva-fields.ts';
export { cutNamesOfCard } from './barcode/aamva-names.ts';
export {
  BARCODE_SIDE,
  type Barcode,
  type BarcodeFormat,
  type BarcodeReading,
  readBarcodes,
  readSquareCodes,
} from './barcode/read.ts';
export {
  type ActiveAuthentication,
  authenticateChip,
  type CertificateFacts,
  type ChipAnswer,
  type ChipAuthentication,
  type ChipFiles,
  type ChipOptions,
  type ChipProof,
  type ChipTask,
  chipTask,
  countriesOfState,
  countryOfSigner,
  faultOfSignature,
  hashOf,
  hashOfSignature,
  type RevocationListFacts,
  readSignedMessage,
  readStateFile,
  type StateFile,
  type StateFileOptions,
  type Trusted,
  verifyChipAnswer,
  verifyChipProof,
} from './chip/index.ts';
export { type NameOptions, sameName } from './comparison/names.ts';
export { splitSuffix, suffixForm } from './comparison/suffix.ts';
export { edits, type Likeness, sameDay, sameNumber } from './comparison/values.ts';
export {
  type Ages,
  ageStated,
  audienceOf,
  CREDENTIAL_TYPES,
  type Credential,
  type CredentialContents,
  type CredentialFault,
  type CredentialFormat,
  type CredentialIssuer,
  type CredentialIssuerFacts,
  type CredentialIssuerFile,
  type CredentialIssuerFileOptions,
  type CredentialResult,
  type CredentialStatus,
  type CredentialTrust,
  type CredentialType,
  encodedTranscript,
  type Handover,
  type IsoMdocAnswer,
  isoMdocAnswer,
  isoMdocEncryptionInfo,
  isoMdocRequest,
  type KeyBinding,
  MAX_CREDENTIAL_BYTES,
  MAX_STATUS_LIST_BYTES,
  type MdocQuestion,
  type MdocReader,
  type OpenIdHandover,
  type P256Point,
  type RefusedCredential,
  type RefusedStatusList,
  readCredentialIssuers,
  readStatusList,
  type SessionTranscript,
  type StatusList,
  type StatusListTrust,
  type StatusReference,
  saysAgeAlone,
  sessionTranscript,
  statusIn,
  verifyMdoc,
  verifySdJwt,
} from './credential/index.ts';
export { type BearsOptions, type BornField, pageBears } from './document/bears.ts';
export { type Classification, classifyDocument, type DocumentType } from './document/classify.ts';
export { type DocumentData, pageHolds } from './document/consistency.ts';
export { type PrintedFields, type PrintedValue, printedFields } from './document/fields.ts';
export { KNOWN_SPECIMENS, type KnownSpecimen, knownSpecimen } from './document/known-specimens.ts';
export type { PrintedField } from './document/labels.ts';
export { type LicenceEntry, licenceTable } from './document/licence-table.ts';
export {
  DOCUMENT_SIDE,
  type DocumentOptions,
  type DocumentRead,
  dataOfBarcode,
  dataOfPrint,
  readDocument,
} from './document/read.ts';
export { bearsNativeName } from './document/script-print.ts';
export { ENDLESS_DAY } from './document/values.ts';
export { dataOfMrz, ZONE_WIDTHS } from './document/zone-data.ts';
export {
  analysePortraits,
  analyseSelfie,
  compareFaces,
  cosineOfScore,
  type DocumentPortrait,
  EMBEDDING_LENGTH,
  EMBEDDING_MODEL,
  type Eyes,
  embed,
  FACE_THRESHOLDS,
  type Face,
  type FaceDistribution,
  type FacePicture,
  faceCosine,
  faceCount,
  faceDistribution,
  findFaces,
  type HeadPose,
  headPose,
  type PortraitAnalysis,
  rasterOf,
  type SelfieAnalysis,
  type SelfiePerson,
  samePortrait,
} from './faces/index.ts';
export type { Finding } from './finding.ts';
export { BLUR_THRESHOLD, blur } from './image/blur.ts';
export {
  ANALYSIS_SIDE,
  type DecodedImage,
  decode,
  decodeRgb,
  type GreyRaster,
  greyOf,
  jpegOf,
  MAX_PIXELS,
  orientationOf,
  pngOfSamples,
  type Region,
  type RgbRaster,
  toPng,
} from './image/decode.ts';
export { withinTime } from './image/decoder-failure.ts';
export { darkness } from './image/exposure.ts';
export { hashDistance, perceptualHash, SAME_LOOK, sameLook } from './image/hash.ts';
export { LOGO_BOX, LOGO_LIMITS, type RedrawnLogo, redrawLogo } from './image/logo.ts';
export { type Border, type Outline, outlineOf } from './image/outline.ts';
export type { Point } from './image/point.ts';
export type { Box, Evidence } from './image/presence.ts';
export { assessQuality, type QualityDetector, qualityDetectors } from './image/quality.ts';
export {
  DecodeTimeout,
  OutOfMemory,
  type TimeoutReason,
  UnreadableImage,
  type UnreadableReason,
} from './image/unreadable.ts';
export { assessDocument, type DocumentAssessment, type SeenDocument, seeDocument } from './image-assessment/assess.ts';
export { assessPhoto, type PhotoAssessment } from './image-assessment/assess-photo.ts';
export type { Place, Places, SidePlaces } from './layout/places.ts';
export { birthInNumber, type NumberedBirth } from './mrz/birth-in-number.ts';
export { type PassportKind, passportKind } from './mrz/document-codes.ts';
export type { FieldName, FormatName } from './mrz/formats.ts';
export { drawMrz, type MrzPlace } from './mrz/ocr-b.ts';
export { type Mrz, type MrzProblem, parseMrz } from './mrz/parse.ts';
export { type MrzRead, readMrz } from './mrz/read.ts';
export { isoOfState, isState } from './mrz/states.ts';
export { isTransliterated, mrzForms } from './mrz/transliterate.ts';
export { compareTwoNames, compareTwoNamesInSlices } from './names/compare-two.ts';
export { contentHash } from './names/content-hash.ts';
export type {
  HitCap,
  MatchedPart,
  NameCandidate,
  NameCap,
  NameComparison,
  NameSearchResult,
  PartReason,
  Qualifier,
  ScreeningHit,
  ScreeningThresholds,
} from './names/hit.ts';
export { buildNameIndex, NameIndexBuilder } from './names/index-builder.ts';
export { type NameIndex, NotANameIndex, openNameIndex } from './names/index-file.ts';
export type {
  ListedAddress,
  ListedBirth,
  ListedCategory,
  ListedKind,
  ListedName,
  ListedNumber,
  ListedPosition,
  ListedRecord,
  ListedRelation,
  ListedSource,
} from './names/listed-record.ts';
export { ofacScore, ofacScoreInSlices } from './names/ofac-score.ts';
export { mayBePartialName } from './names/partial.ts';
export { partsOf } from './names/parts.ts';
export { qualify, SCREENING_ALGORITHM } from './names/qualify.ts';
export type {
  IndexedName,
  IndexedRecord,
  NameQuery,
  NameSearchOptions,
  QueryName,
  QueryNumber,
} from './names/query.ts';
export { searchNames, searchNamesInSlices } from './names/search.ts';
export { givenNameForms } from './names/tables.ts';
export { MOST_PAGES, PDF_PAGES, type PdfOptions, type PdfPage, pdfPages, readPdf } from './pdf/read.ts';
export type { PdfLine } from './pdf/text.ts';
export { UnreadablePdf, type UnreadablePdfReason } from './pdf/unreadable.ts';
export {
  readSealKeys,
  readSeals,
  type Seal,
  type SealCode,
  type SealedPaper,
  type SealedParty,
  type SealedPerson,
  type SealFound,
  type SealKey,
  type SealKeyFacts,
  type SealKeyFile,
  type SealPortrait,
  type SealScheme,
  type SealTrust,
  sealOf,
  sealSchemes,
} from './seal/index.ts';
export type { Forensic, Forensics, HeatMap, Part, Regions, TextBox } from './tamper/forensics.ts';
export { WINDOW_BEYOND_DOUBT } from './tamper/genuine/software-window.ts';
export { SPECIMEN_BEYOND_DOUBT } from './tamper/genuine/specimen-words.ts';
export type { PictureOrigin } from './tamper/metadata.ts';
export { LONGEST_LIFE } from './text/iso-days.ts';
export { type PageBox, type PageLine, type PageText, pageOf } from './text/page.ts';
export { readText, type Text, type TextLine } from './text/read-lines.ts';
export { turn } from './text/warp.ts';
export {
  analyseFrames,
  type ChallengePart,
  type FramesAnalysis,
  type Observation,
  type SeenFrame,
  type VideoFrame,
} from './video/index.ts';
