import { plain, words } from '../../words.ts';
import { keyOf, type Outline, type Part, type PartList, type Path } from './outline.ts';

/** Number of faults in a part of the file. */
type FaultCount = (path: Path) => number;

interface Chosen {
  readonly selected: Path;
  readonly select: (path: Path) => void;
  readonly faultsAt: FaultCount;
}

/** The parts of a workflow file as a list: the same as the graph, for keyboards and screen readers. */
export function Parts({ outline: { head, tables, steps, rules }, ...chosen }: { outline: Outline } & Chosen) {
  const { builder: say } = words;
  return (
    <nav className="parts" aria-label={say.parts}>
      <ul>
        <Entry part={head} text={say.head} {...chosen} />
        {tables.map((part) => (
          <Entry key={part.kind} part={part} text={plain(part.kind)} {...chosen} />
        ))}
      </ul>
      <h2>{say.steps}</h2>
      <Steps list={steps} {...chosen} />
      {rules.length > 0 && <h2>{say.rules}</h2>}
      <ol>
        {rules.map((part) => (
          <Entry key={keyOf(part.path)} part={part} text={plain(part.name)} {...chosen} />
        ))}
      </ol>
    </nav>
  );
}

/** Name of a list of steps in its block. */
const nameOf = ({ name }: PartList): string =>
  words.builder.lists.find(([key]) => key === name)?.[1] ?? words.builder.branch(name);

function Steps({ list, ...chosen }: { list: PartList } & Chosen) {
  return (
    <ol>
      {list.parts.map((part) => (
        <Entry key={keyOf(part.path)} part={part} text={plain(part.name)} {...chosen} />
      ))}
    </ol>
  );
}

function Entry({ part, text, ...chosen }: { part: Part; text: string } & Chosen) {
  const { selected, select, faultsAt } = chosen;
  const faults = faultsAt(part.path);
  const task = part.fields.task;
  return (
    <li>
      <button
        type="button"
        aria-current={keyOf(part.path) === keyOf(selected) ? 'true' : undefined}
        onClick={() => select(part.path)}
      >
        {text}
        {typeof task === 'string' && task !== part.name && <small> {plain(task)}</small>}
        {faults > 0 && <b className="fault-count">{words.builder.faults(faults)}</b>}
      </button>
      {part.lists.map((list) => (
        <div key={keyOf(list.path)}>
          <span className="quiet">{nameOf(list)}</span>
          <Steps list={list} {...chosen} />
        </div>
      ))}
    </li>
  );
}
