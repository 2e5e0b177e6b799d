import { createHash, createPrivateKey, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import type { MdocReader } from '@bonafide/verification';
import type { Clock } from '../../base/clock.ts';
import type { Settings } from '../../config/settings.ts';
import type { Services } from '../../context/services.ts';
import { loadCertificate, readCertificates } from '../../tls/certificate.ts';

/** Signs requests to wallets, which show whom the certificate names (HAIP 1.0, 5). */
export interface WalletReader {
  /** Client identifier with the prefix `x509_hash` (OpenID4VP 1.0, 5.9.3). */
  readonly clientId: string;
  /** Returns the signed request (RFC 9101) in its compact form. */
  sign(request: object): Promise<string>;
}

declare module '../../context/services.ts' {
  interface Services {
    /** Undefined where requests to wallets are not signed. */
    readonly walletReader: WalletReader | undefined;
    /** Signs requests by `org-iso-mdoc`; undefined where nothing signs them. */
    readonly mdocReader: MdocReader | undefined;
  }
}

/** A key on the curve P-256, and its chain of certificates with its own first. */
interface Signer {
  readonly chain: readonly X509Certificate[];
  readonly key: KeyObject;
}

/**
 * Opens the certificates and keys of the settings that sign requests to wallets. Requests by `org-iso-mdoc` have a certificate of their own:
 * Apple's wallet refuses all but its own. Throws with words for the operator if a file can't be used: HAIP and ISO/IEC 18013-5 demand ECDSA with P-256,
 * and a certificate that does not sign itself.
 */
export async function openWalletReaders(
  { walletReaderCert, walletReaderKey, mdocReaderCert, mdocReaderKey }: Settings,
  clock: Clock,
): Promise<Pick<Services, 'walletReader' | 'mdocReader'>> {
  const wallet = await openSigner(walletReaderCert, walletReaderKey, clock);
  const mdoc = await openSigner(mdocReaderCert, mdocReaderKey, clock);
  return { walletReader: wallet && readerOf(wallet.chain, wallet.key), mdocReader: mdoc && mdocReaderOf(mdoc) };
}

async function openSigner(certFile: string | null, keyFile: string | null, clock: Clock): Promise<Signer | undefined> {
  if (certFile === null || keyFile === null) return undefined;
  const { key: pem } = await loadCertificate({ certFile, keyFile }, clock);
  const chain = await readCertificates(certFile);
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new Error(`the private key ${keyFile} is not on the curve P-256, which wallets require`);
  }
  if (isSelfSigned(chain[0] as X509Certificate)) {
    throw new Error(`the certificate ${certFile} signs itself. Wallets require one that an authority has issued`);
  }
  return { chain, key };
}

function mdocReaderOf({ chain, key }: Signer): MdocReader {
  return {
    certificates: withoutAnchor(chain).map(({ raw }) => raw),
    sign: (data) => sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' }),
  };
}

/** Signs requests with a key on the curve P-256, by a chain of certificates with the key's own first. */
export function readerOf(chain: readonly X509Certificate[], key: KeyObject): WalletReader {
  const [leaf] = chain as [X509Certificate];
  const x5c = withoutAnchor(chain).map(({ raw }) => raw.toString('base64'));
  const clientId = `x509_hash:${createHash('sha256').update(leaf.raw).digest('base64url')}`;
  return {
    clientId,
    async sign(request) {
      const { SignJWT } = await import('jose');
      return new SignJWT({ ...request, client_id: clientId, aud: 'https://self-issued.me/v2' })
        .setProtectedHeader({ alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c })
        .sign(key);
    },
  };
}

/** The chain without the trust anchor, which wallets know and requests must not have. */
const withoutAnchor = (chain: readonly X509Certificate[]) => chain.filter((certificate) => !isSelfSigned(certificate));

const isSelfSigned = (certificate: X509Certificate): boolean => certificate.checkIssued(certificate);
