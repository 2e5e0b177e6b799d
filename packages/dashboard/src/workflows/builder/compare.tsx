import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { ask, pathOf } from '../../api.ts';
import { usePlace } from '../../session.ts';
import { words } from '../../words.ts';
import { type Line, type LineRow, rowsOf, sectionsOf } from './line-rows.ts';
import type { WorkflowFile } from './part-details.tsx';

interface Titled {
  readonly title: string;
  readonly text: string;
}

/** The text that a member compares with: another version, or the stored text of a file with changes. */
export function useCompared(file: WorkflowFile, text: string) {
  const place = usePlace();
  const [chosen, choose] = useState('');
  const { builder: say } = words;
  const changed = text !== file.text;
  const versions = file.versions.filter((version) => version !== file.version || changed);
  const version = versions.find((each) => String(each) === chosen);
  const isOther = version !== undefined && version !== file.version;
  const { data, error } = useQuery({
    queryKey: ['workflow-file', place.account, place.environment, file.id, version],
    queryFn: () => ask<WorkflowFile>('GET', `${pathOf(place)}/workflow_files/${file.id}?version=${version}`),
    enabled: isOther,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const titleOf = (each: number) => (each === file.version ? say.compareStored : say.compareVersion)(each);
  const stored = isOther ? data?.text : file.text;
  const other: Titled | null =
    version === undefined || stored === undefined ? null : { title: titleOf(version), text: stored };
  return {
    chosen: version === undefined ? '' : chosen,
    choose,
    options: versions.map((each) => [String(each), titleOf(each)] as const),
    /** The other text; null without a choice, and until it has loaded. */
    other,
    error: isOther ? error : null,
    /** Title of the text on the page. */
    title: (changed ? say.withChanges : say.compareVersion)(file.version),
  };
}

/** Two texts side by side, line by line. On a phone a changed line stands below the old one. */
export function Compare({ before, after }: { before: Titled; after: Titled }) {
  const rows = rowsOf(before.text, after.text);
  const [opened, open] = useState<ReadonlySet<number>>(new Set());
  const { builder: say } = words;
  const changes = rows.filter(({ equal }) => !equal);
  const count = say.differenceCount(
    changes.filter((row) => row.after).length,
    changes.filter((row) => row.before).length,
  );
  return (
    <section className="panel" aria-label={say.differences}>
      <h2>{say.differences}</h2>
      <p role="status">{changes.length === 0 ? say.noDifferences : count}</p>
      {changes.length > 0 && (
        <table className="differences">
          <thead>
            <tr>
              <th scope="col">{before.title}</th>
              <th scope="col">{after.title}</th>
            </tr>
          </thead>
          <tbody>
            {sectionsOf(rows).map((section) => {
              const first = section.rows[0] as LineRow;
              const key = (first.before?.number ?? 0) + (first.after?.number ?? 0) * 100_000;
              if (!section.folded || opened.has(key)) return <Rows key={key} of={section.rows} />;
              return (
                <tr key={key} className="folded">
                  <td colSpan={2}>
                    <button type="button" onClick={() => open(new Set([...opened, key]))}>
                      {say.equalLines(section.rows.length)}
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Rows = ({ of }: { of: readonly LineRow[] }) => (
  <Fragment>
    {of.map(({ before, after, equal }) => (
      <tr key={`${before?.number} ${after?.number}`} className={equal ? 'equal' : undefined}>
        <Cell line={before} change={equal ? null : 'removed'} />
        <Cell line={after} change={equal ? null : 'added'} />
      </tr>
    ))}
  </Fragment>
);

/** A line of one text, with a sign beside colour for its change. */
function Cell({ line, change }: { line: Line | null; change: 'added' | 'removed' | null }) {
  if (!line) return <td className="absent" />;
  const Text = change === 'added' ? 'ins' : change === 'removed' ? 'del' : 'span';
  return (
    <td className={change ?? undefined}>
      <span className="line-number">{line.number}</span>
      <span className="sign">
        {change && (
          <span role="img" aria-label={words.builder[change]}>
            {change === 'added' ? '+' : '−'}
          </span>
        )}
      </span>
      <Text>{line.text || ' '}</Text>
    </td>
  );
}
