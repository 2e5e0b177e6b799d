import { connect } from 'node:tls';

export interface RawAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Body as it came, chunks and all. */
  body: string;
}

/**
 * Sends bytes that no HTTP client would, and reads the answer to the end of the connection. `lines` are the request's
 * line and headers; `connection: close` is added.
 */
export function sendRaw(
  service: { baseUrl: string; ca: string },
  lines: readonly string[],
  body = '',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(service.baseUrl);
  const request = [...lines, 'Connection: close', '', body].join('\r\n');
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), ca: service.ca, servername: hostname }, () => {
      socket.write(request);
    });
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(parse(text)));
  });
}

function parse(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [status = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(status.split(' ')[1]), headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}
