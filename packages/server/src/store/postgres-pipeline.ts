import pg from 'pg';
import { PooledClient } from './postgres-link.ts';

/** A statement with a name of its own, and the values of its parameters. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly StatementValue[];
}

/** A value of a parameter that needs no conversion but to text. */
export type StatementValue = string | number | boolean | bigint | Buffer | null;

export function isStatementValue(value: unknown): value is StatementValue {
  return value === null || typeof value !== 'object' || Buffer.isBuffer(value);
}

/** The parts of `pg.Connection` that its types lack. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  /** The text of each statement that the server has parsed, or gets to parse, by its name. */
  readonly submittedNamedStatements: Record<string, string>;
  readonly parsedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(bound: {
    statement: string;
    values: readonly StatementValue[];
    valueMapper(value: StatementValue): string | Buffer | null;
  }): void;
  execute(): void;
  sync(): void;
}

const wireValue = (value: StatementValue) => (value === null || Buffer.isBuffer(value) ? value : String(value));

/**
 * Statements without rows as answers that are one transaction: the server commits them at the only Sync message, and undoes all where one
 * fails (PostgreSQL's documentation, 55.2.3 and 55.2.4). They need no `begin`, no `commit`, and one answer instead of one each.
 */
class OneTransaction extends pg.Query {
  /** Statements that the server parses for the first time, so that an error leaves open which of them it has parsed. */
  readonly parsing: NamedStatement[] = [];
  readonly #statements: readonly NamedStatement[];
  readonly #named: boolean;

  /** @param named whether the server keeps the statements under their names */
  constructor(
    statements: readonly NamedStatement[],
    named: boolean,
    answered: (error: Error | null | undefined) => void,
  ) {
    super({ text: '' }, answered);
    this.#statements = statements;
    this.#named = named;
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, text, values } of this.#statements) {
      if (!this.#named) wire.parse({ name: '', text });
      else if (!(name in wire.parsedStatements || name in wire.submittedNamedStatements)) {
        this.parsing.push({ name, text, values });
        wire.parse({ name, text });
        wire.submittedNamedStatements[name] = text;
      }
      wire.bind({ statement: this.#named ? name : '', values, valueMapper: wireValue });
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
  };
}

/**
 * Runs statements without rows as answers in one transaction, in one packet there and back. Resolves when it is committed. A statement that
 * fails undoes all of them and rejects the promise; `outdated` is called first when the connection must not be used any more, since it is
 * unknown which statements the server has parsed.
 */
export function commitTogether(
  client: pg.Client,
  statements: readonly NamedStatement[],
  outdated: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction: OneTransaction = new OneTransaction(statements, !(client instanceof PooledClient), (error) => {
      if (error) {
        if (transaction.parsing.length > 0) outdated();
        return reject(error);
      }
      // Else the driver would parse a statement again that fails later under this name.
      const { parsedStatements, submittedNamedStatements } = client.connection as unknown as Wire;
      for (const { name, text } of transaction.parsing) {
        parsedStatements[name] = text;
        delete submittedNamedStatements[name];
      }
      resolve();
    });
    client.query(transaction);
  });
}
