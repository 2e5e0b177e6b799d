// node ready.js: exits with 0 when the service of this container is ready, else with 1. Containers run it as their health check.
import { get } from 'node:http';

/** Milliseconds that the service has to answer. */
const PATIENCE_MS = 5_000;

const { BONAFIDE_ADMIN_PORT: port, BONAFIDE_ADMIN_HOST: named = '127.0.0.1' } = process.env;
// An address for every interface accepts connections, but isn't one to connect to.
const host = ['0.0.0.0', '::'].includes(named) ? '127.0.0.1' : named;

const fail = (reason) => {
  console.error(reason);
  process.exit(1);
};

if (!port) fail('BONAFIDE_ADMIN_PORT is not set, so the service has no probes.');
get({ host, port, path: '/readyz', timeout: PATIENCE_MS }, (response) => {
  let body = '';
  response.on('data', (chunk) => {
    body += chunk;
  });
  response.on('end', () => {
    // Orchestrators show what a health check prints.
    console.log(body.trim());
    process.exit(response.statusCode === 200 ? 0 : 1);
  });
})
  .on('timeout', () => fail(`The service did not answer within ${PATIENCE_MS} ms.`))
  .on('error', (error) => fail(error.message));
