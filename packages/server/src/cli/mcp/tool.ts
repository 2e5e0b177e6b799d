import type { Static, TObject } from 'typebox';

/** A tool of the MCP server. */
export interface Tool {
  readonly name: string;
  /** Text by which an agent chooses the tool. */
  readonly description: string;
  /** Schema of the arguments. */
  readonly input: TObject;
  /** True if the tool changes nothing. */
  readonly reads: boolean;
  /** Returns what the agent gets: text, or a value that is sent as JSON. The message of an error goes to the agent. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool has arguments of its own, which the schema checks
  run(input: any): Promise<unknown>;
}

/** A tool whose arguments have the types of its schema. */
export function tool<Input extends TObject>(
  described: Omit<Tool, 'input' | 'run'> & {
    readonly input: Input;
    run(input: Static<Input>): Promise<unknown>;
  },
): Tool {
  return described;
}
