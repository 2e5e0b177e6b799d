import { createHash, X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { ecdsaSignature } from '../../crypto/ecdsa-signature.ts';
import { holds } from '../../crypto/signature-algorithm.ts';
import { type AuthObject, objectsToGive } from './csc-authorization.ts';
import { type CscCredential, readCredential } from './csc-credential.ts';
import { type CscAnswer, type CscHttpOptions, type CscPoster, cscAgent, cscPoster, refusalOf } from './csc-http.ts';
import { CscToken } from './csc-token.ts';
import { OneTimeCodes } from './one-time-codes.ts';
import { judgeQualified } from './qualified.ts';
import { type TrustService, TrustServiceRefused } from './trust-service.ts';

export interface CscOptions extends CscHttpOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Undefined where the client has one credential alone. */
  readonly credentialId: string | undefined;
  readonly pin: string | undefined;
  /** Base32. */
  readonly totpSecret: string | undefined;
  /** Roots that the certificate of the credential must lead to, if there are any. */
  readonly roots: readonly X509Certificate[];
  readonly clock: Clock;
  /** Clock by which certificates are judged: readers of a document go by real time. */
  readonly worldClock: Clock;
  readonly log: Logger;
}

/** Errors that say that PIN or one-time code are wrong (CSC API 2.0, 11.6 and 11.10; 1.0). */
const WRONG_SECRET: ReadonlySet<unknown> = new Set(['invalid_authentication_data', 'invalid_pin', 'invalid_otp']);

/** Errors that say that the access token has ended. */
const TOKEN_ENDED: ReadonlySet<unknown> = new Set(['expired_token', 'invalid_token']);

const UNAUTHORIZED = 401;
const STILL_WAITING = 202;

/** A remote signing service by the API of the Cloud Signature Consortium, version 2, with one credential of the operator's. */
export class CscTrustService implements TrustService {
  readonly #options: CscOptions;
  readonly #post: CscPoster;
  readonly #token: CscToken;
  readonly #codes: OneTimeCodes | undefined;
  /** Set once PIN or one-time code were refused: a service locks a credential after a few wrong ones. */
  #locked = false;

  constructor(options: CscOptions) {
    const dispatcher = cscAgent(options);
    this.#options = options;
    this.#post = cscPoster(options, dispatcher);
    this.#token = new CscToken({ ...options, post: this.#post, dispatcher });
    if (options.totpSecret) this.#codes = new OneTimeCodes(options.totpSecret, options.clock);
  }

  async credential(reference: string) {
    if (this.#locked)
      throw new TrustServiceRefused(
        'refused the PIN or one-time code in the settings. Correct the setting and restart; until then no signatures are requested',
      );
    const credentialID = this.#options.credentialId ?? (await this.#onlyCredential());
    const request = { credentialID, certificates: 'chain', authInfo: true };
    const credential = readCredential(await this.#call('credentials/info', request));
    const { worldClock, roots } = this.#options;
    const judged = judgeQualified(credential.chain, { now: worldClock.now(), roots });
    if ('fault' in judged) throw new TrustServiceRefused(judged.fault);
    const { chain, algorithm } = credential;
    return {
      chain,
      algorithm,
      sign: (data: Buffer) => this.#sign(data, credential, { credentialID, clientData: reference }),
    };
  }

  async #onlyCredential(): Promise<string> {
    const { credentialIDs } = await this.#call('credentials/list', {});
    const ids = Array.isArray(credentialIDs) ? credentialIDs : [];
    if (ids.length === 1 && typeof ids[0] === 'string') return ids[0];
    throw new TrustServiceRefused(
      `has ${ids.length} credentials for this client. Choose one with the setting csc-credential`,
    );
  }

  /** One authorisation for one signature, bound to its hash (SCAL2), which every service takes. */
  async #sign(
    data: Buffer,
    { algorithm, chain, signing, objects, expression }: CscCredential,
    about: { credentialID: string; clientData: string },
  ): Promise<Buffer> {
    const hashes = [createHash(algorithm.hash).update(data).digest('base64')];
    const answers = objectsToGive(objects, expression, (object) => this.#can(object));
    const authData: { id: string; value: string }[] = [];
    for (const object of answers) authData.push({ id: object.id, value: await this.#valueFor(object) });
    const { SAD } = await this.#call('credentials/authorize', {
      ...about,
      numSignatures: 1,
      hashes,
      hashAlgorithmOID: algorithm.hashOid,
      ...(authData.length > 0 && { authData }),
    });
    if (typeof SAD !== 'string')
      throw new TrustServiceRefused('authorised the signature without signature activation data');
    const { signatures } = await this.#call('signatures/signHash', { ...about, ...signing, hashes, SAD });
    const [value, ...others] = Array.isArray(signatures) ? signatures : [];
    if (typeof value !== 'string' || others.length > 0)
      throw new TrustServiceRefused('did not send exactly one signature for one hash');
    const sent = Buffer.from(value, 'base64');
    const { publicKey } = new X509Certificate(chain[0] as Buffer);
    // The API leaves open how the two numbers of ECDSA are written.
    const plain = algorithm.name.startsWith('ecdsa') && sent.length > 0 && sent.length % 2 === 0;
    const forms = plain ? [sent, ecdsaSignature(sent)] : [sent];
    const signature = forms.find((form) => holds(algorithm, publicKey, data, form));
    if (!signature) throw new TrustServiceRefused('sent a signature that does not match its certificate');
    return signature;
  }

  #can({ type, generator }: AuthObject): boolean {
    if (type !== 'Password') return false;
    return generator === 'totp' ? this.#codes !== undefined : this.#options.pin !== undefined;
  }

  async #valueFor({ generator }: AuthObject): Promise<string> {
    return generator === 'totp' ? (this.#codes as OneTimeCodes).next() : (this.#options.pin as string);
  }

  /** Calls a method, with another access token where the first has ended. */
  async #call(method: string, body: object): Promise<CscAnswer['body']> {
    let answer = await this.#post(method, body, await this.#token.get());
    if (answer.status === UNAUTHORIZED || TOKEN_ENDED.has(answer.body.error)) {
      this.#token.forget();
      answer = await this.#post(method, body, await this.#token.get());
    }
    const { status, body: answered } = answer;
    if (status === 200) return answered;
    const { error, error_description: description } = answered;
    this.#options.log.warn({ method, status, error, description }, 'the trust service refused');
    if (status === STILL_WAITING) throw new TrustServiceRefused('waits for a person to authorise the signature');
    if (WRONG_SECRET.has(error)) this.#locked = true;
    throw refusalOf(answer);
  }
}
