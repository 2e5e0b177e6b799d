/** What can be asked of the analysers, by name; each takes plain values and bytes, and gives plain values. */
export const tasks = {} satisfies Record<string, (input: never) => Promise<unknown>>;

export type TaskName = keyof typeof tasks;
export type TaskInput<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof tasks)[Name]>>;
