import { stringify } from 'yaml';
import type { Answers } from '../../api-types.ts';
import { plain, words } from '../../words.ts';
import { ownFields, type Part } from './outline.ts';

export type WorkflowFile = Answers['GET /accounts/{account}/{environment}/workflow_files/{id}'];
export type Fault = WorkflowFile['reading']['faults'][number];

/** A value as the file could write it: texts as they are, lists and maps as YAML. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? value : stringify(value, { lineWidth: 0 }).trimEnd();

/** Everything that the file says of a part, with the faults in it. */
export function PartDetails({ part, faults }: { part: Part; faults: readonly Fault[] }) {
  const { builder: say } = words;
  const fields = ownFields(part);
  const title = part.kind === 'head' ? say.head : plain(part.name);
  return (
    <section className="panel part" aria-label={say.part}>
      <h2>{title}</h2>
      {faults.length > 0 && <Faults of={faults} />}
      {fields.length === 0 && <p className="quiet">{say.noFields}</p>}
      <dl>
        {fields.map(([key, value]) => (
          <div key={key}>
            <dt>{plain(key)}</dt>
            <dd>
              <pre>{shown(value)}</pre>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Faults with the lines of the file that they are in. */
export const Faults = ({ of }: { of: readonly Fault[] }) => (
  <ul className="faults" aria-label={words.builder.faultList}>
    {of.map(({ line, column, message }) => (
      <li key={`${line} ${column} ${message}`}>
        {words.builder.atLine(line)}: {message}
      </li>
    ))}
  </ul>
);
