import { resolve } from 'node:path';
import type { TokenPair } from '../app/bootstrap.ts';
import type { Service } from '../app.ts';
import { writeWhole } from '../tls/pem-file.ts';

/** Writes what scripts need once the service answers; whole or not at all, for the owner alone. */
export async function writeReadyFile(file: string, service: Service, tokens: TokenPair): Promise<void> {
  const ready = {
    base_url: service.services.urls.api,
    http_base_url: service.urls.http,
    ca_file: service.caFile,
    sandbox_token: tokens.sandboxToken,
    live_token: tokens.liveToken,
    operator_key: service.operatorKey,
  };
  await writeWhole(resolve(file), `${JSON.stringify(ready, null, 2)}\n`, 0o600);
}
