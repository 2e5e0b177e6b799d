/* The facts of requests to wallets, which are stored until the answer. */

/** Facts of a request that its answer is verified with. */
export interface RequestFacts {
  readonly nonce: string;
  /** Private key that the answer is encrypted for, JWK. */
  readonly key: Readonly<Record<string, string>>;
  /** Type (`docType`, `vct`) by the id of its query. */
  readonly types: Readonly<Record<string, string>>;
  /** Age that was asked for, and nothing else; absent for whole documents. */
  readonly ageOver?: number;
}

/** Stored facts of a request by the browser. */
export interface BrowserFacts extends RequestFacts {
  /** Origin of the page that asked. */
  readonly origin: string;
}
