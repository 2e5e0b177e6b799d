import type { Settings } from '../config/settings.ts';
import type { Signer } from '../crypto/signer.ts';
import { openTimeStamps, STAMP_BYTES } from './time-stamps.ts';

/** Bytes of a signature besides its certificates, and more: a key of 16,384 bits has 2 KB. */
const SIGNATURE_BYTES = 4096;

/** Writes signatures into PDFs, with a time stamp where the settings name an authority. */
export interface PdfSigner {
  /** Bytes that a signature may need in a document. */
  room(signer: Pick<Signer, 'chain'>): number;
  /**
   * Signs a PDF that has a place for it: CMS signed data with the chain of the signer (RFC 5652). Throws what the signer throws, and
   * `unavailable` where the time-stamp authority gives no stamp.
   */
  sign(file: Uint8Array, signer: Signer): Promise<Buffer>;
}

/** Throws with words for the operator when the certificates of the settings can't be read. */
export async function openPdfSigner(settings: Pick<Settings, 'tsaUrl' | 'tsaCa'>): Promise<PdfSigner> {
  const stamp = await openTimeStamps(settings);
  return {
    room: ({ chain }) => chain.reduce((sum, { length }) => sum + length, SIGNATURE_BYTES + (stamp ? STAMP_BYTES : 0)),
    async sign(file, signer) {
      // Costs time to load, so only when there is something to sign.
      const [{ signedData }, { signFile }] = await Promise.all([
        import('../crypto/cms.ts'),
        import('../crypto/sign-file.ts'),
      ]);
      return signFile(file, (digestBy) => signedData(digestBy(signer.algorithm.hash), signer, stamp));
    },
  };
}

declare module '../context/services.ts' {
  interface Services {
    readonly pdfSigner: PdfSigner;
  }
}
