import type { TokenPair } from '../app/bootstrap.ts';
import type { Service } from '../app.ts';
import { publishedVersions } from '../base/versions.ts';
import type { Settings } from '../config/settings.ts';
import type { Services } from '../context/services.ts';
import { REFERENCE_PATH } from '../pages/docs/reference.ts';
import { DEMO_PATH } from '../pages/sdk/demo.ts';
import { facts } from './table.ts';

const indent = (text: string) => text.replace(/^/gm, '  ');

/** Quoted for a shell when it must be. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

type Shown = Pick<Service, 'urls' | 'caFile'> & {
  services: { urls: Services['urls']; settings: Pick<Settings, 'data' | 'mode' | 'readyFile'> };
};

/**
 * Text that the terminal shows once the service answers; tokens only at the first start, since they can't be read back, and in
 * development. `invitation`: the secret of the address for the first administrator, while there is none.
 */
export function banner(
  { services, urls, caFile }: Shown,
  tokens: TokenPair | undefined,
  invitation: string | undefined,
): string {
  const { api, pages, entrance } = services.urls;
  const { data, mode, readyFile } = services.settings;
  const addresses = {
    'Base address': api,
    ...(urls.http === null ? {} : { 'Plain HTTP': `${urls.http} (this machine only)` }),
    'API reference': `${pages}${REFERENCE_PATH}`,
    ...(mode === 'development' ? { Demo: `${pages}${DEMO_PATH}` } : {}),
    Dashboard: entrance,
    Data: data,
  };
  const parts = ['', 'Bonafide is ready.', '', indent(facts(addresses))];
  if (caFile !== null) {
    parts.push('', 'To trust its certificate in Node clients:', '', `  export NODE_EXTRA_CA_CERTS=${quoted(caFile)}`);
  }
  if (invitation) {
    parts.push('', 'No administrator exists yet. Create one within 30 minutes at:', '');
    parts.push(`  ${entrance}/welcome#${invitation}`);
  }
  if (tokens) {
    const shown = { 'Sandbox token': tokens.sandboxToken, 'Live token': tokens.liveToken };
    parts.push('', 'The account "default" was created. Its tokens are shown only once:', '', indent(facts(shown)));
    parts.push('', 'Create an applicant:', '', indent(curl(api, caFile, tokens.sandboxToken)));
  } else {
    if (mode === 'production' && readyFile) parts.push('', `Tokens are in ${readyFile}.`);
    parts.push('', 'Tokens are shown only when they are created. To create one:', '');
    parts.push('  npm run -s bonafide -- token create --environment sandbox --name mine');
  }
  return `${parts.join('\n')}\n`;
}

function curl(api: string, caFile: string | null, token: string): string {
  const trust = caFile === null ? '' : `--cacert ${quoted(caFile)} `;
  return [
    `curl ${trust}${quoted(`${api}/${publishedVersions.latest.name}/applicants`)} \\`,
    `  -H 'Authorization: Token token=${token}' -H 'Content-Type: application/json' \\`,
    `  -d '{"first_name": "Jane", "last_name": "Doe"}'`,
  ].join('\n');
}
