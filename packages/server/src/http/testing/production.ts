import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartOptions, startService, type TestService } from '../../testing/service.ts';
import { issueAuthority, issueServer } from '../../tls/issue.ts';

/** The service as in production, which wants to be given a certificate. */
export async function startProduction(settings: StartOptions['settings'] = {}): Promise<TestService> {
  const now = Date.now();
  const authority = await issueAuthority(now);
  const { cert, key } = await issueServer(authority, ['localhost'], now);
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-tls-'));
  const file = (name: string, pem: string) => {
    writeFileSync(join(directory, name), pem);
    return join(directory, name);
  };
  const given = { tlsCert: file('server.pem', cert), tlsKey: file('server.key', key) };
  try {
    return await startService({
      settings: { mode: 'production', ...given, ...settings },
      caFile: file('ca.pem', authority.cert),
    });
  } finally {
    rmSync(directory, { recursive: true });
  }
}
