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
        const finding = leaves[here];
        return (
          <li key={name}>
            {plain(name)} <Chip value={node?.result ?? null} />
            {finding && <Found finding={finding} />}
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
        {plain(path)} <Chip value={finding.decided ?? finding.result} />
        <Found finding={finding} />
      </li>
    ))}
  </ul>
);

function Found({ finding: { reason, measure, threshold } }: { finding: Finding }) {
  return (
    <>
      {' '}
      <span className="quiet">{reason}</span>
      {measure !== undefined && threshold !== undefined && <Bar measure={measure} threshold={threshold} />}
    </>
  );
}
