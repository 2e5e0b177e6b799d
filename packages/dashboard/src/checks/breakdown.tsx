import type { ReactNode } from 'react';
import { Bar } from '../bar.tsx';
import { Chip } from '../parts.tsx';
import type { Breakdown, Finding } from '../types.ts';
import { plain } from '../words.ts';

/** A breakdown as nested lists: each leaf with its result, what was found, and its measure. */
export function Tree({
  of,
  leaves,
  path = '',
}: {
  of: Breakdown;
  leaves: Readonly<Record<string, Finding>>;
  path?: string;
}) {
  return (
    <ul className="tree">
      {Object.entries(of).map(([name, node]) => {
        const here = path === '' ? name : `${path}.${name}`;
        return (
          <li key={name}>
            <Node name={plain(name)} result={node?.result ?? null} group={node?.breakdown !== undefined}>
              {leaves[here] && <Found finding={leaves[here]} />}
            </Node>
            {node?.breakdown && <Tree of={node.breakdown} leaves={leaves} path={here} />}
          </li>
        );
      })}
    </ul>
  );
}

/** What was found for leaves, while the report has no breakdown: a person has still to decide it. */
export const Leaves = ({ leaves }: { leaves: Readonly<Record<string, Finding>> }) => (
  <ul className="tree">
    {Object.entries(leaves).map(([path, finding]) => (
      <li key={path}>
        <Node name={plain(path)} result={finding.decided ?? finding.result}>
          <Found finding={finding} />
        </Node>
      </li>
    ))}
  </ul>
);

/** A line of the breakdown: name, what was found, result. */
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

const Found = ({ finding: { reason, measure, threshold } }: { finding: Finding }) => (
  <>
    <span className="quiet">{reason}</span>
    {measure !== undefined && threshold !== undefined && <Bar measure={measure} threshold={threshold} />}
  </>
);
