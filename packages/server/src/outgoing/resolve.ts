import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** All addresses of a host name, at least one. Rejects with `NameNotResolved`. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** The name has no address, or its name server did not answer. */
export class NameNotResolved extends Error {
  constructor(hostname: string, cause?: NodeJS.ErrnoException) {
    super(`${hostname} could not be resolved (${cause?.code ?? 'no address'})`, { cause });
    this.name = 'NameNotResolved';
  }
}

/** Milliseconds for one question to one name server, asked twice: the answer must leave time for the request. */
const QUESTION_TIMEOUT = 2000;

/**
 * Asks the name servers of the system (or `servers`, for tests) for A and AAAA records.
 *
 * Not `dns.lookup`: that blocks one of few threads for as long as a name server is silent, so the slow domain of one
 * customer would hold the deliveries of all. The hosts file is not read; what it names is seldom public anyway. A
 * resolver of its own for each question notices changed name servers, at about 0.1 ms.
 */
export async function resolveHost(hostname: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  if (/(^|\.)localhost\.?$/i.test(hostname)) {
    return [
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ];
  }
  const resolver = new Resolver({ timeout: QUESTION_TIMEOUT, tries: 2 });
  if (servers) resolver.setServers(servers);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
  if (addresses.length === 0) throw new NameNotResolved(hostname, v4.status === 'rejected' ? v4.reason : undefined);
  return addresses;
}
