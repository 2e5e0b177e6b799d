import { plain, words } from '../../words.ts';
import { AddStep, AddValue } from './add-forms.tsx';
import { FieldInput } from './field-input.tsx';
import { isFields, isTable, type Part, type Path, type TableKind, tableKinds } from './outline.ts';
import { type Fault, Faults, type WorkflowFile } from './part-details.tsx';
import { formOf, keysOf, type Vocabulary } from './part-fields.ts';

/** Changes of a file that the form of a part makes. */
export interface Edits {
  /** Sets the value at a path; undefined removes it. */
  set(path: Path, value: unknown): void;
  /** Adds a step of a kind to a list. */
  add(list: Path, index: number, kind: string): void;
  /** Adds a branch to `parallel`, with a first step of a kind. */
  addBranch(branches: Path, index: number, kind: string): void;
  /** Adds a rule to the decision. */
  addRule(index: number): void;
  /** Adds a value under a name to a table. */
  addValue(table: TableKind, name: string): void;
  remove(list: Path, index: number): void;
  /** Exchanges an entry of a list with the next one. */
  exchange(list: Path, index: number): void;
}

/** Values that a condition of a part can name: inputs, constants, and outputs of steps that stand above it in the file. */
function valuesBefore(part: Part, order: readonly string[], values: WorkflowFile['reading']['values']): string[] {
  const own = part.kind === 'step' ? order.indexOf(JSON.stringify(part.path)) : order.length;
  // A condition at the end of a loop may name the steps in the loop.
  const inside = (path: readonly (string | number)[]) =>
    part.name === 'repeat' && part.path.every((key, index) => key === path[index]);
  return values
    .filter(({ step }) => step === null || order.indexOf(JSON.stringify(step)) < own || inside(step))
    .map(({ value }) => value);
}

/** The form of a part: every field that the part can have, and what can be done with the part. */
export function EditPart({
  part,
  faults,
  values,
  order,
  vocabulary,
  siblings,
  tables,
  edits,
}: {
  part: Part;
  faults: readonly Fault[];
  values: WorkflowFile['reading']['values'];
  /** Paths of the steps as keys, in the order of the file. */
  order: readonly string[];
  vocabulary: Vocabulary;
  /** Number of entries in the list of the part. */
  siblings: number;
  /** Tables that the file has. */
  tables: readonly string[];
  edits: Edits;
}) {
  const { builder: say } = words;
  const known = valuesBefore(part, order, values);
  return (
    <section className="panel part" aria-label={say.part}>
      <h2>{part.kind === 'head' ? say.head : plain(part.name)}</h2>
      {faults.length > 0 && <Faults of={faults} />}
      {keysOf(part, vocabulary).map((key) => {
        const value = part.fields[key];
        const named = (key === 'if' || key === 'until') && isFields(value) && 'value' in value;
        return (
          <div key={key}>
            {named && (
              <FieldInput
                name={say.comparedValue}
                value={value.value}
                form={{ form: 'text', long: false }}
                suggestions={known}
                change={(path) => edits.set([...part.path, key, 'value'], path)}
              />
            )}
            <FieldInput
              name={key}
              value={value}
              form={formOf(part, key, value, vocabulary)}
              change={(changed) => edits.set([...part.path, key], changed)}
            />
          </div>
        );
      })}
      <Actions {...{ part, vocabulary, siblings, tables, edits }} />
    </section>
  );
}

function Actions({
  part,
  vocabulary,
  siblings,
  tables,
  edits,
}: {
  part: Part;
  vocabulary: Vocabulary;
  siblings: number;
  tables: readonly string[];
  edits: Edits;
}) {
  const { builder: say } = words;
  const [list, index] = [part.path.slice(0, -1), part.path.at(-1)];
  const inList = typeof index === 'number';
  return (
    <>
      {inList && (
        <div className="buttons">
          <button type="button" disabled={index === 0} onClick={() => edits.exchange(list, index - 1)}>
            {say.up}
          </button>
          <button type="button" disabled={index + 1 >= siblings} onClick={() => edits.exchange(list, index)}>
            {say.down}
          </button>
          <button type="button" onClick={() => edits.remove(list, index)}>
            {say.remove}
          </button>
        </div>
      )}
      {part.kind === 'rule' && (
        <button type="button" onClick={() => edits.addRule(Number(index))}>
          {say.addRuleBefore}
        </button>
      )}
      {isTable(part.kind) && <AddValue table={part.kind} taken={Object.keys(part.fields)} add={edits.addValue} />}
      {part.kind === 'step' && inList && (
        <AddStep label={say.addAfter} {...{ vocabulary }} add={(kind) => edits.add(list, index + 1, kind)} />
      )}
      {part.kind === 'head' && (
        <>
          <AddStep label={say.addFirst} {...{ vocabulary }} add={(kind) => edits.add(['steps'], 0, kind)} />
          <button type="button" onClick={() => edits.addRule(0)}>
            {say.addFirstRule}
          </button>
          {tableKinds
            .filter((table) => !tables.includes(table))
            .map((table) => (
              <AddValue key={table} {...{ table }} taken={[]} add={edits.addValue} />
            ))}
        </>
      )}
      {part.lists.map(({ path, name, parts }) => (
        <AddStep
          key={JSON.stringify(path)}
          label={say.addTo(say.lists.find(([key]) => key === name)?.[1] ?? say.branch(name))}
          vocabulary={vocabulary}
          add={(kind) => edits.add(path, parts.length, kind)}
        />
      ))}
      {missingWays(part).map((way) => (
        <AddStep
          key={way}
          label={say.addTo(say.lists.find(([key]) => key === way)?.[1] ?? way)}
          vocabulary={vocabulary}
          add={(kind) => edits.add([...part.path, way], 0, kind)}
        />
      ))}
      {part.kind === 'step' && part.name === 'parallel' && (
        <AddStep
          label={say.addBranch}
          vocabulary={vocabulary}
          add={(kind) => edits.addBranch([...part.path, 'parallel'], part.lists.length, kind)}
        />
      )}
    </>
  );
}

/** The ways of a condition that the file does not have. */
const missingWays = ({ kind, name, lists }: Part): string[] =>
  kind === 'step' && name === 'if' ? ['then', 'else'].filter((way) => lists.every((list) => list.name !== way)) : [];
