import type {
  AddressProofFile,
  AddressProofOptions,
  ChallengePart,
  ChipAnswer,
  ChipFiles,
  ChipOptions,
  ChipProof,
  CredentialIssuerFileOptions,
  CredentialTrust,
  DocumentFile,
  DocumentPortrait,
  FacePicture,
  SealCode,
  SealKey,
  SealTrust,
  StateFileOptions,
  StatusListTrust,
  StatusReference,
} from '@bonafide/verification';
import type { Drawing } from '../exports/draw.ts';
import type { SignableOrder } from '../exports/signable.ts';
import { chipFace, parseChip } from '../media-files/chip.ts';
import { type PresentedCredential, parseCredential } from '../media-files/credential.ts';
import type { CropOrder } from '../media-files/picture-crop.ts';
import type { UploadedPicture } from '../media-files/printed-picture.ts';
import { sealPicture } from '../media-files/seal-picture.ts';
import type { VideoFrame } from '../media-files/video-frame.ts';
import { webpToJpeg } from '../media-files/webp.ts';
import type { SelfTestPart } from './self-test.ts';

const verification = () => import('@bonafide/verification');

/** A list of revoked credentials, and the place of a credential in it. */
interface StatusOrder {
  readonly token: Uint8Array;
  readonly reference: StatusReference;
  readonly trust: StatusListTrust & { readonly country: string };
}

/** A presented credential with the request that it answers. */
interface CredentialOrder extends Pick<PresentedCredential, 'format' | 'presentation' | 'handover'> {
  readonly trust: CredentialTrust;
}

/** Pictures of a video whose looks together identify it. */
const HASHED_FRAMES = 5;

/** Tasks of the analysers, by name; each takes plain values and bytes, and returns plain values. */
export const tasks = {
  /** Decodes a picture, to learn whether it can be. Throws `UnreadableImage` or `DecodeTimeout`. */
  async decode({ bytes }: { bytes: Uint8Array }) {
    const { decode } = await verification();
    await decode(bytes);
    return {};
  },
  /** A frame of a camera as JPEG or PNG, which analysers read; null for other files. Throws `DecodeTimeout`. */
  async cameraFrame({ bytes, format }: { bytes: Uint8Array; format: 'jpeg' | 'png' | 'webp' }) {
    if (format === 'webp') return webpToJpeg(Buffer.from(bytes));
    const { decode, UnreadableImage } = await verification();
    try {
      await decode(bytes);
      return bytes;
    } catch (error) {
      if (error instanceof UnreadableImage) return null;
      throw error;
    }
  },
  /** The data of a chip, and the country whose certificate signed them; null for other data. */
  async chip({ bytes }: { bytes: Uint8Array }) {
    const chip = parseChip(bytes);
    if (!chip) return null;
    const { countryOfSigner } = await verification();
    return { ...chip, signedBy: countryOfSigner(chip.sod) };
  },
  /** Verifies that the state that issued a document has signed the data of its chip. */
  async passiveAuthentication({ files, options }: { files: ChipFiles; options: ChipOptions }) {
    const { authenticateChip } = await verification();
    return authenticateChip(files, options);
  },
  /** Verifies that the chip itself has signed a challenge. */
  async activeAuthentication({ files, answer }: { files: ChipFiles; answer: ChipAnswer }) {
    const { verifyChipAnswer } = await verification();
    return verifyChipAnswer(files, answer);
  },
  /** Commands by which a chip proves that it has the private key of data group 14; null for a chip that can't. */
  async chipTask({ dg14 }: { dg14: Uint8Array }) {
    const { chipTask } = await verification();
    return chipTask(dg14);
  },
  /** Verifies that a chip has the private key of data group 14. */
  async chipProof({ files, proof }: { files: ChipFiles; proof: ChipProof }) {
    const { verifyChipProof } = await verification();
    return verifyChipProof(files, proof);
  },
  /** Reads a file of certificates and revocation lists of states. */
  async stateFile({ bytes, ...options }: { bytes: Uint8Array } & StateFileOptions) {
    const { readStateFile } = await verification();
    return readStateFile(bytes, options);
  },
  /** Reads a file of keys of an issuer of signed barcodes. */
  async sealKeys({
    bytes,
    ...options
  }: { bytes: Uint8Array } & Pick<SealKey, 'scheme' | 'country'> & Omit<SealTrust, 'keys'>) {
    const { readSealKeys } = await verification();
    return readSealKeys(bytes, options);
  },
  /** Reads a file of trusted issuers of credentials. */
  async credentialIssuers({ bytes, ...options }: { bytes: Uint8Array } & CredentialIssuerFileOptions) {
    const { readCredentialIssuers } = await verification();
    return readCredentialIssuers(bytes, options);
  },
  /** Reads a list of revoked credentials. */
  async statusList({ token, trust }: { token: Uint8Array; trust: StatusListTrust }) {
    const { readStatusList } = await verification();
    return readStatusList(token, trust);
  },
  /** Reads the status of a credential in a list. */
  async credentialStatus({ token, reference, trust }: StatusOrder) {
    const { statusIn } = await verification();
    return statusIn(token, reference, trust);
  },
  /** Verifies a credential that a wallet presented for a request. */
  async credential({ format, presentation, handover, trust }: CredentialOrder) {
    const { audienceOf, sessionTranscript, verifyMdoc, verifySdJwt } = await verification();
    if (format === 'mso_mdoc')
      return verifyMdoc(Buffer.from(presentation, 'base64url'), sessionTranscript(handover), trust);
    // Requests without OpenID4VP ask for mdocs alone.
    if ('encryptionInfo' in handover) throw new Error(`A request for mdocs has an answer in the format ${format}`);
    return verifySdJwt(presentation, { nonce: handover.nonce, audience: audienceOf(handover) }, trust);
  },
  /** Reads and verifies the signed barcodes of a document; `portrait` is the face in the portrait of an authentic one. */
  async seals({ codes, trust }: { codes: readonly SealCode[]; trust: SealTrust }) {
    const { analysePortraits, readSeals } = await verification();
    const seals = [];
    for (const { portrait, ...seal } of readSeals(codes, trust)) {
      const picture = portrait && seal.result === 'authentic' ? await sealPicture(portrait) : null;
      const found = picture ? (await analysePortraits(picture.png, { thorough: false })).portraits[0] : undefined;
      const face = picture && found ? { embedding: found.embedding, width: found.width / picture.scale } : null;
      seals.push({ ...seal, portrait: face });
    }
    return seals;
  },
  /** The portrait in the data of a chip as PNG; null without a portrait. */
  async chipPortrait({ bytes }: { bytes: Uint8Array }) {
    const chip = parseChip(bytes);
    return chip && chipFace(chip);
  },
  /** Reads the signed barcodes of a close-up. */
  async closeUp({ bytes, today }: { bytes: Uint8Array; today: string }) {
    const { readCloseUp } = await verification();
    return readCloseUp(bytes, { today });
  },
  /** Reads the sides of an identity document that a file shows. */
  async documentSides({ file, today }: { file: DocumentFile; today: string }) {
    const { readSides } = await verification();
    return readSides(file, { today });
  },
  /**
   * Checks a picture for the upload that requests it; with `document`, also as a picture of a document. Throws `UnreadableImage`.
   */
  async quality({ bytes, document }: { bytes: Uint8Array; document: boolean }) {
    const { assessDocument, assessQuality, decode, seeDocument } = await verification();
    return document ? assessDocument(await seeDocument(bytes)).quality : assessQuality(await decode(bytes));
  },
  /** Checks that a live photo holds exactly one face, for the upload that requests it. Throws `UnreadableImage`. */
  async faces({ bytes }: { bytes: Uint8Array }) {
    const { faceCount, findFaces } = await verification();
    return faceCount(await findFaces(bytes));
  },
  /** Assesses a photo. Throws `UnreadableImage`. */
  async photo({ bytes }: { bytes: Uint8Array }) {
    const { assessPhoto } = await verification();
    return assessPhoto(bytes);
  },
  /** Analyses the content of a live photo, and assesses it. Throws `UnreadableImage`. */
  async livePhoto({ bytes }: { bytes: Uint8Array }) {
    const { analyseSelfie, assessPhoto } = await verification();
    return { selfie: await analyseSelfie(bytes), photo: await assessPhoto(bytes) };
  },
  /** Analyses pictures of a live video or motion capture, and hashes some of them. Throws `UnreadableImage`. */
  async liveVideo({ frames, challenge }: { frames: readonly VideoFrame[]; challenge?: readonly ChallengePart[] }) {
    const { analyseFrames, decode, perceptualHash } = await verification();
    const analysis = await analyseFrames(
      frames.map(({ at, bytes }) => ({ at, picture: bytes })),
      { challenge },
    );
    const hashes: string[] = [];
    for (const { bytes } of spread(frames, HASHED_FRAMES)) hashes.push(perceptualHash((await decode(bytes)).grey));
    return { analysis, hashes };
  },
  /**
   * The main portrait on a file of a document: a JPEG or PNG, the first pages of a PDF, or the data of a chip. Null without a
   * portrait, with the reason if the file can't be read.
   */
  async portraits({ bytes, mediaType, thorough }: { bytes: Uint8Array; mediaType: string; thorough: boolean }) {
    const { analysePortraits, UnreadableImage, UnreadablePdf } = await verification();
    let main: (DocumentPortrait & { readonly page: number }) | undefined;
    let page = 0;
    try {
      for await (const picture of picturesOf(bytes, mediaType)) {
        const [portrait] = (await analysePortraits(picture, { thorough })).portraits;
        if (portrait && portrait.width > (main?.width ?? 0)) main = { ...portrait, page };
        page += 1;
      }
    } catch (error) {
      if (!(error instanceof UnreadableImage || error instanceof UnreadablePdf)) throw error;
      return { main: null, unreadable: error.message };
    }
    return { main: main ? { embedding: main.embedding, eyes: main.eyes, page: main.page } : null };
  },
  /** Everything that a proof of address says, of a JPEG, a PNG or a PDF. */
  async addressProof({ bytes, mediaType, ...options }: AddressProofFile & AddressProofOptions) {
    const { analyseAddressProof } = await verification();
    return analyseAddressProof({ bytes, mediaType }, options);
  },
  /** A logo that an operator has uploaded, redrawn; `refused` says what is wrong with the file. */
  async logo({ bytes }: { bytes: Uint8Array }) {
    const { redrawLogo, UnreadableImage } = await verification();
    try {
      return await redrawLogo(bytes);
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error;
      return { refused: error.message };
    }
  },
  /** A PDF of a client with a place for a signature appended; `refused` says why that can't be. */
  async signable(order: SignableOrder) {
    const { signable } = await import('../exports/signable.ts');
    return signable(order);
  },
  /** An uploaded file as a small picture for a document; null for a file that can't be shown. */
  async printedPicture(file: UploadedPicture) {
    const { printedPicture } = await import('../media-files/printed-picture.ts');
    return printedPicture(file);
  },
  /** The largest portrait on a file of a document, for a document; null without a portrait. */
  async portraitOn(file: UploadedPicture) {
    const { portraitOn } = await import('../media-files/printed-picture.ts');
    return portraitOn(file);
  },
  /** A part of an uploaded picture as PNG, for a reviewer. Throws `UnreadableImage`, `UnreadablePdf` or `DecodeTimeout`. */
  async pictureCrop(order: CropOrder) {
    const { pictureCrop } = await import('../media-files/picture-crop.ts');
    return pictureCrop(order);
  },
  /** The number of pages of a PDF. Throws `UnreadablePdf`. */
  async pageCount({ bytes }: { bytes: Uint8Array }) {
    const { pageCount } = await import('../media-files/picture-crop.ts');
    return pageCount(bytes);
  },
  /** Draws a document as PDF. */
  async drawing(drawing: Drawing) {
    const { drawPdf } = await import('../exports/draw.ts');
    return drawPdf(drawing);
  },
  /** Tests whether a part of the analysers works on this machine. Returns what is wrong, null when it works. */
  async selfTest({ part }: { part: SelfTestPart }) {
    const { selfTest } = await import('./self-test.ts');
    return selfTest(part);
  },
} satisfies Record<string, (input: never) => Promise<unknown>>;

/** Members of a list, at most `count`, evenly spread from its first to its last. */
function spread<T>(list: readonly T[], count: number): T[] {
  const places = Array.from({ length: count }, (_, i) => Math.round((i * (list.length - 1)) / (count - 1)));
  return [...new Set(places)].map((at) => list[at]!);
}

/** Yields the pictures in an upload of a document. */
async function* picturesOf(bytes: Uint8Array, mediaType: string): AsyncGenerator<FacePicture> {
  if (mediaType === 'application/pdf') {
    const { PDF_SIDES, pdfPages } = await verification();
    for await (const { rgb } of pdfPages(bytes, { pages: PDF_SIDES })) yield rgb;
  } else if (mediaType === 'application/json') {
    const chip = parseChip(bytes);
    const portrait = chip ? null : (parseCredential(bytes)?.portrait ?? null);
    const face = chip ? await chipFace(chip) : portrait && (await sealPicture(portrait))?.png;
    if (face) yield face;
  } else yield bytes;
}

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
