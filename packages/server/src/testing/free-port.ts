import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Lowest port, below the ports that Linux gives out to programs that ask for any (`net.ipv4.ip_local_port_range`, from 32768).
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** A port of loopback that is free, and that no other test is given meanwhile by asking for any port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
