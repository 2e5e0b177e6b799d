import type { ReactNode } from 'react';
import { measureText } from '../review/measures.ts';
import { Reason } from '../review/reason.tsx';
import type { Breakdown, Finding } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain } from '../words.ts';

/** A breakdown as nested lists: each leaf with its result, finding and measure. */
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
              {leaves[here] && <Found path={here} finding={leaves[here]} />}
            </Node>
            {node?.breakdown && <Tree of={node.breakdown} leaves={leaves} path={here} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Findings for leaves of a report without a breakdown, which a person still has to decide. */
export const Leaves = ({ leaves }: { leaves: Readonly<Record<string, Finding>> }) => (
  <ul className="tree">
    {Object.entries(leaves).map(([path, finding]) => (
      <li key={path}>
        <Node name={plain(path)} result={finding.decided ?? finding.result}>
          <Found path={path} finding={finding} />
        </Node>
      </li>
    ))}
  </ul>
);

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
