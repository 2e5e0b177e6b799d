import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSameSecret } from '../base/same-secret.ts';
import type { Answer } from '../reports/live/lookup.ts';
import { type ProviderRequest, signatureOf } from '../sources/provider.ts';

/** A person whom the provider knows. */
interface KnownPerson {
  readonly first_name: string;
  readonly last_name: string;
  readonly date_of_birth?: string;
  readonly postcode?: string;
  /** Number of any kind: PAN, SSN, share code. */
  readonly id_number?: string;
  readonly phone_number?: string;
  /** A driving licence, by the names of the fields of its report. */
  readonly driving_licence?: Readonly<Record<string, string>>;
  readonly dead?: boolean;
}

type Given = Omit<Answer, 'source' | 'reason'>;

/** An answer of the contract, or a status of HTTP to fail with. */
type Respond = (request: ProviderRequest) => Given | number;

/** Listens on loopback; `port` 0 picks a free one. */
export interface DataProviderOptions {
  readonly secret: string;
  readonly people: readonly KnownPerson[];
  readonly port?: number;
}

/**
 * A provider of data, on loopback: what an operator puts before a register of its own. It refuses what isn't signed with its
 * secret, and answers by the people that it knows.
 */
export async function openDataProvider({ secret, people, port = 0 }: DataProviderOptions) {
  const known: Respond = (request) => answerFrom(people, request);
  let respond = known;
  const received: ProviderRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    // Before it is parsed, over the bytes as they came.
    if (!isSameSecret(String(request.headers['x-signature'] ?? ''), signatureOf(secret, body))) {
      response.writeHead(401).end();
      return;
    }
    const question = JSON.parse(body) as ProviderRequest;
    received.push(question);
    const answer = respond(question);
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(port, '127.0.0.1');
  // Rejects where the port is taken.
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lookup`,
    /** Requests that it received, oldest first. */
    received: received as readonly ProviderRequest[],
    /** Answers otherwise from now on; without an argument, by its people again. */
    answer(otherwise: Respond = known) {
      respond = otherwise;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const same = (one: string | null | undefined, other: string | null | undefined): boolean =>
  plain(one) !== '' && plain(one) === plain(other);

const plain = (text: string | null | undefined): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Answer of a register of these people, by the contract of docs/guides/data-sources.md. */
function answerFrom(people: readonly KnownPerson[], { kind, subject }: ProviderRequest): Given {
  const numbers = (subject.id_numbers ?? []).map(({ value }) => value);
  const matches = people.filter(
    (person) => same(person.first_name, subject.first_name) && same(person.last_name, subject.last_name),
  );
  const numbered = people.find(({ id_number }) => numbers.some((value) => same(value, id_number)));
  const born = matches.find((match) => same(match.date_of_birth, subject.date_of_birth));
  switch (kind) {
    case 'credit_agency':
    case 'telephone':
    case 'electoral': {
      const address = (subject.addresses ?? []).findIndex(({ postcode }) =>
        matches.some((match) => same(match.postcode, postcode)),
      );
      if (address < 0) return born ? { status: 'match', match: ['name_dob'] } : { status: 'no_match' };
      return {
        status: 'match',
        match: ['name_address', ...(born ? (['name_dob'] as const) : [])],
        address: address + 1,
      };
    }
    case 'mortality':
      return born?.dead ? { status: 'match', match: ['name_dob'] } : { status: 'no_match' };
    case 'phone': {
      const found = matches.some((match) => same(match.phone_number, subject.phone_number));
      return { status: found ? 'match' : 'no_match', fields: { phone_number: found ? 'match' : 'no_match' } };
    }
    case 'driving_licence':
      return licenceAnswer(people, subject.driving_licence ?? {});
    default: {
      if (!numbered) return { status: 'no_match' };
      const full_name = `${numbered.first_name} ${numbered.last_name}`;
      const isNamed = matches.includes(numbered);
      return { status: isNamed ? 'match' : 'partial', match: ['id_number'], values: { full_name } };
    }
  }
}

function licenceAnswer(people: readonly KnownPerson[], licence: Readonly<Record<string, string>>): Given {
  const held = people
    .map(({ driving_licence }) => driving_licence)
    .find(
      (person) =>
        person !== undefined &&
        same(person.document_number ?? person.id_number, licence.document_number ?? licence.id_number),
    );
  if (!held) return { status: 'no_match' };
  const fields = Object.entries(licence).map(([field, value]) => {
    const kept = held[field];
    return [field, kept === undefined ? 'not_held' : same(kept, value) ? 'match' : 'no_match'] as const;
  });
  const differs = fields.some(([, answer]) => answer === 'no_match');
  return { status: differs ? 'partial' : 'match', fields: Object.fromEntries(fields) };
}
