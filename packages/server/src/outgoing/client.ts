import type { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { type AddressPolicy, isAllowedAddress, literalAddress } from './address-policy.ts';
import { type Resolve, resolveHost } from './resolve.ts';

export interface OutgoingOptions {
  readonly policy: AddressPolicy;
  /** Milliseconds until a connection must stand, name lookup and TLS handshake included. */
  readonly connectTimeoutMs?: number;
  /** Sockets open to one origin at a time; what comes more waits. */
  readonly socketsPerOrigin?: number;
  /** PEM of further certificate authorities to trust, beside those that Node comes with. */
  readonly ca?: string;
  readonly resolve?: Resolve;
}

/** The address policy forbids the connection. The message names the host, and its address where one was resolved. */
export class AddressRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AddressRefused';
  }
}

/**
 * Milliseconds before the next address of a host is tried beside a silent one; Node's 250 ms is less than a distant round trip.
 */
const ATTEMPT_TIMEOUT = 1000;

/**
 * The way out for every request to an address that a customer chose: it connects only where the policy allows.
 *
 * The filter sits between the lookup and the connection: all addresses of an answer must be allowed, and the
 * connection goes to these very addresses, so a name that changes its mind (DNS rebinding) gains nothing. Redirects
 * are not followed. Each origin has its own pool, and a connection serves one request: no request meets a connection
 * that the receiver is just closing, and no socket stays open between requests. Close it with `close()`.
 */
export function outgoingAgent(options: OutgoingOptions): Dispatcher {
  const { policy, connectTimeoutMs = 10_000, socketsPerOrigin = 100, ca, resolve = resolveHost } = options;
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    lookup: guardedLookup(resolve, policy),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT,
    // Made once: parsing the authorities takes longer than a handshake.
    ...(ca === undefined ? {} : { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) }),
  });

  return new Agent({
    connections: socketsPerOrigin,
    pipelining: 0,
    connect(target, callback) {
      const refusal = refusalBeforeLookup(target.protocol, target.hostname, policy);
      if (refusal) process.nextTick(callback, refusal, null);
      else connect(target, callback);
    },
  });
}

/** Judges what needs no lookup. Node never calls the lookup for an address that is written out. */
function refusalBeforeLookup(protocol: string, hostname: string, policy: AddressPolicy): AddressRefused | undefined {
  if (protocol !== 'https:' && !policy.allowHttp) return new AddressRefused('Only https is allowed');
  const address = literalAddress(hostname);
  if (address === undefined || isAllowedAddress(address, policy)) return undefined;
  return new AddressRefused(`${address} is a private or reserved address`);
}

function guardedLookup(resolve: Resolve, policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const refused = addresses.find(({ address }) => !isAllowedAddress(address, policy));
        const [first] = addresses;
        if (refused) {
          callback(new AddressRefused(`${hostname} has the private or reserved address ${refused.address}`), '', 0);
        } else if (options.all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family ?? 0);
      },
      (error) => callback(error, '', 0),
    );
  };
}
