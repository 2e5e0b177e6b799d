import { type AddressInfo, createServer, type Socket } from 'node:net';

interface TakenMail {
  from: string;
  to: string;
  /** Head and body as they came, without the stuffed dots. */
  content: string;
}

/** Function that replaces the answer to a command, such as `550 5.1.1 Nobody here`; `silent` leaves the client waiting. */
export type Saying = (command: string, number: number) => string | undefined;

interface Session {
  from: string;
  to: string;
  /** The lines of a message under way; undefined between messages. */
  content: string[] | undefined;
}

/** A mail server on loopback with as much SMTP as a client needs (RFC 5321), without TLS; it keeps what it gets. */
export async function startSmtpServer(saying: Saying = () => undefined, at = 0) {
  const mails: TakenMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();

  function answer(session: Session, line: string): string {
    if (session.content) return takeLine(session, line);
    commands.push(line);
    const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
    const said = saying(line, commands.filter((one) => one.startsWith(verb)).length);
    if (said !== undefined) return said;
    if (verb === 'EHLO') return '250-test\r\n250 AUTH PLAIN';
    if (verb === 'AUTH') return '235 2.7.0 Welcome';
    if (verb === 'QUIT') return '221 Bye';
    if (verb === 'MAIL') session.from = addressIn(line);
    if (verb === 'RCPT') session.to = addressIn(line);
    if (verb !== 'DATA') return '250 OK';
    session.content = [];
    return '354 Start mail input';
  }

  function takeLine(session: Session, line: string): string {
    const content = session.content as string[];
    if (line !== '.') {
      content.push(line.replace(/^\./, ''));
      return '';
    }
    session.content = undefined;
    const said = saying('.', mails.length + 1);
    if (said !== undefined) return said;
    mails.push({ from: session.from, to: session.to, content: content.join('\n') });
    return '250 2.0.0 Taken';
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const session: Session = { from: '', to: '', content: undefined };
    const say = (text: string) => {
      if (text !== '' && text !== 'silent') socket.write(`${text}\r\n`);
    };
    say(saying('greeting', 1) ?? '220 test ESMTP');
    let rest = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() as string;
      for (const line of lines) say(answer(session, line));
    });
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    commands,
    /** Number of times a command was received. */
    received: (verb: string) => commands.filter((line) => line.startsWith(verb)).length,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type SmtpTestServer = Awaited<ReturnType<typeof startSmtpServer>>;

function addressIn(line: string): string {
  return /<([^>]*)>/.exec(line)?.[1] ?? '';
}
