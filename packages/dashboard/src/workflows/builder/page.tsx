import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ask, pathOf, saveFile } from '../../api.ts';
import { Choice } from '../../form-fields.tsx';
import { Loading, PageError, Title } from '../../page-layout.tsx';
import { usePlace } from '../../session.ts';
import { words } from '../../words.ts';
import { Canvas } from './canvas.tsx';
import { allParts, keyOf, outlineOf, type Path, parsedText, partAround } from './outline.ts';
import { Faults, PartDetails, type WorkflowFile } from './part-details.tsx';
import { Parts } from './part-list.tsx';

/** The file of a workflow in one of its versions, as a graph, a list of its parts, and its text. */
export default function BuilderPage() {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const { version } = useSearch({ strict: false }) as { version?: number };
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow-file', place.account, id, version],
    queryFn: () =>
      ask<WorkflowFile>('GET', `${pathOf(place)}/workflow_files/${id}${version ? `?version=${version}` : ''}`),
    // The service reads its files at its start.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <PageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  return <Builder key={data.version} file={data} />;
}

function Builder({ file }: { file: WorkflowFile }) {
  const place = usePlace();
  const navigate = useNavigate();
  const [selected, select] = useState<Path>([]);
  const { text, reading } = file;
  const outline = useMemo(() => outlineOf(parsedText(text)), [text]);
  const parts = useMemo(() => allParts(outline), [outline]);
  /** Faults by the part that they are in; those outside of any part belong to the head. */
  const faultsOf = useMemo(() => {
    const found = new Map<string, WorkflowFile['reading']['faults'][number][]>();
    for (const fault of reading.faults) {
      const key = keyOf(partAround(parts, fault.path ?? [])?.path ?? []);
      found.set(key, [...(found.get(key) ?? []), fault]);
    }
    return found;
  }, [parts, reading.faults]);
  const faultsAt = useCallback((path: Path) => faultsOf.get(keyOf(path))?.length ?? 0, [faultsOf]);
  const part = parts.find(({ path }) => keyOf(path) === keyOf(selected)) ?? outline.head;
  const { builder: say, workflows } = words;
  const choose = (version: string) => void navigate({ to: '.', search: { version: Number(version) } } as never);
  return (
    <>
      <Title
        text={outline.head.name || file.name}
        within={<Link to={`${pathOf(place)}/workflows` as '/'}>{workflows.title}</Link>}
      />
      <div className="filters">
        <Choice
          label={workflows.version}
          name="version"
          chosen={String(file.version)}
          options={file.versions.map((version) => [String(version), String(version)] as const)}
          change={choose}
        />
        <button type="button" onClick={() => saveFile(new Blob([text], { type: 'application/yaml' }), file.name)}>
          {say.download}
        </button>
      </div>
      {reading.faults.length > 0 && <Faults of={reading.faults} />}
      <div className="builder">
        <Parts {...{ outline, selected, select, faultsAt }} />
        <PartDetails key={keyOf(part.path)} part={part} faults={faultsOf.get(keyOf(part.path)) ?? []} />
        {reading.picture ? (
          <Canvas picture={reading.picture} label={say.graph} {...{ selected, select, faultsAt }} />
        ) : (
          <p className="quiet">{say.noGraph}</p>
        )}
      </div>
      <section className="panel" aria-label={say.file}>
        <h2>
          {say.file} <code>{file.name}</code>
        </h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls sideways must be reachable by keyboard. */}
        <pre className="file-text" tabIndex={0}>
          {text}
        </pre>
      </section>
    </>
  );
}
