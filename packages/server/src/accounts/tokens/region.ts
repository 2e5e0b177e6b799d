import type { Region } from '../../reports/types.ts';
import type { Environment } from '../../store/schema.ts';

/** Contract 1.11: `api_live.`, `api_sandbox.`, and with `_us` or `_ca` before the dot. */
export function tokenPrefix(environment: Environment, region: Region): string {
  return `api_${environment}${region === 'eu' ? '' : `_${region}`}.`;
}

const PREFIX = /^api_(?:live|sandbox)(?:_([a-z]{2}))?\./;

/** Characters of a secret that are kept to recognise it by, beyond its prefix. */
const HINT_LENGTH = 4;

/** The first characters of a token, which may be shown. */
export function hintOf(secret: string): string {
  return secret.slice(0, (PREFIX.exec(secret)?.[0].length ?? 0) + HINT_LENGTH);
}

/** The region that a token names, undefined when it has no prefix of ours. */
export function regionOfToken(secret: string): string | undefined {
  const match = PREFIX.exec(secret);
  return match ? (match[1] ?? 'eu') : undefined;
}
