import type { ReactNode } from 'react';
import { measureText } from '../review/measures.ts';
import { Reason } from '../review/reason.tsx';
import type { Breakdown, Finding } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain, words } from '../words.ts';

/** A result that needs a look: neither clear nor missing. */
const isNotable = (result: string | null | undefined): boolean =>
  result !== null && result !== undefined && result !== 'clear';

/** Returns true if the result of a node, or of one below it, needs a look. */
const hasNotable = (node: Breakdown[string]): boolean =>
  isNotable(node?.result) || Object.values(node?.breakdown ?? {}).some(hasNotable);

interface Partition<T> {
  readonly notable: readonly T[];
  readonly rest: readonly T[];
}

const partition = <T,>(all: readonly T[], isOfFirst: (one: T) => boolean): Partition<T> => ({
  notable: all.filter(isOfFirst),
  rest: all.filter((one) => !isOfFirst(one)),
});

/** Points of a report: those that need a look, and behind them a disclosure of the rest. */
function Points<T>({ of, open, children }: { of: Partition<T>; open: boolean; children: (point: T) => ReactNode }) {
  const { notable, rest } = of;
  return (
    <>
      {notable.length > 0 && <ul className="tree">{notable.map(children)}</ul>}
      {rest.length > 0 && (
        <details className="rest" open={open}>
          <summary>{words.check.rest(rest.length)}</summary>
          <ul className="tree">{rest.map(children)}</ul>
        </details>
      )}
    </>
  );
}

type Leaf = Readonly<Record<string, Finding>>;

/**
 * The breakdown of a report as nested lists: each point with its result, finding and measure. Points that need a look come first; the rest is folded.
 * @param open whether the rest is shown at first
 */
export const Tree = ({ of, leaves, open }: { of: Breakdown; leaves: Leaf; open: boolean }) => (
  <Points of={partition(Object.entries(of), ([, node]) => hasNotable(node))} open={open}>
    {([name, node]) => <Branch key={name} name={name} node={node} path={name} leaves={leaves} />}
  </Points>
);

/** A point of the breakdown, with the points below it. */
function Branch({ name, node, path, leaves }: { name: string; node: Breakdown[string]; path: string; leaves: Leaf }) {
  const below = partition(Object.entries(node?.breakdown ?? {}), ([, one]) => hasNotable(one));
  return (
    <li>
      <Node name={plain(name)} result={node?.result ?? null} group={node?.breakdown !== undefined}>
        {leaves[path] && <Found path={path} finding={leaves[path]} />}
      </Node>
      {node?.breakdown && (
        <ul className="tree">
          {[...below.notable, ...below.rest].map(([key, one]) => (
            <Branch key={key} name={key} node={one} path={`${path}.${key}`} leaves={leaves} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Findings for leaves of a report without a breakdown, which a person still has to decide. */
export const Leaves = ({ leaves, open }: { leaves: Leaf; open: boolean }) => (
  <Points of={partition(Object.entries(leaves), ([, { decided, result }]) => isNotable(decided ?? result))} open={open}>
    {([path, finding]) => (
      <li key={path}>
        <Node name={plain(path)} result={finding.decided ?? finding.result}>
          <Found path={path} finding={finding} />
        </Node>
      </li>
    )}
  </Points>
);

/** Reports of a check, those that are not clear first. */
export const notableFirst = <T extends { readonly result: string | null }>(reports: readonly T[]): readonly T[] => {
  const { notable, rest } = partition(reports, ({ result }) => result !== 'clear');
  return [...notable, ...rest];
};

/** A line of the breakdown: name, finding, result. */
const Node = ({
  name,
  result,
  group = false,
  children,
}: {
  name: string;
  result: string | null;
  group?: boolean;
  children: ReactNode;
}) => (
  <div className={group ? 'node group' : 'node'}>
    <span>{name}</span>
    <span>{children}</span>
    {result === null ? <span className="quiet">–</span> : <Chip value={result} />}
  </div>
);

function Found({ path, finding }: { path: string; finding: Finding }) {
  const fact = measureText({ ...finding, path });
  return (
    <span className="quiet">
      <Reason text={finding.reason} />
      {fact && (
        <>
          {' '}
          <Reason text={fact} />
        </>
      )}
    </span>
  );
}
