import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { ask, pathOf, saveFile } from '../../api.ts';
import { Choice } from '../../form-fields.tsx';
import { ErrorPanel, Loading, PageError, Title } from '../../page-layout.tsx';
import { ActorName } from '../../people/actor-name.tsx';
import { useMay, usePlace } from '../../session.ts';
import { When } from '../../value-display.tsx';
import { words } from '../../words.ts';
import { Canvas } from './canvas.tsx';
import { Compare, useCompared } from './compare.tsx';
import { DryRun } from './dry-run.tsx';
import { editFile } from './edit-file.ts';
import { EditPart } from './edit-part.tsx';
import { allParts, keyOf, outlineOf, type Path, parsedText, partAround } from './outline.ts';
import { type Fault, Faults, PartDetails, type WorkflowFile } from './part-details.tsx';
import { Parts } from './part-list.tsx';
import { Publish } from './publish.tsx';
import { useEdits } from './use-edits.ts';
import { YamlPane } from './yaml-pane.tsx';

/** The file of a workflow in one of its versions, as a graph, a list of its parts, and its text. */
export default function BuilderPage() {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const { version, new: isNew } = useSearch({ strict: false }) as { version?: number; new?: boolean };
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow-file', place.account, place.environment, id, version],
    queryFn: () =>
      ask<WorkflowFile>('GET', `${pathOf(place)}/workflow_files/${id}${version ? `?version=${version}` : ''}`),
    // The service reads its files at its start.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const file = useMemo(() => (data && isNew ? asNew(data) : data), [data, isNew]);
  if (error) return <PageError error={error} again={() => refetch()} />;
  if (!file) return <Loading />;
  return <Builder key={`${file.id} ${file.version}`} file={file} />;
}

/** The file as the first version of a new workflow, which nobody has published. */
function asNew(file: WorkflowFile): WorkflowFile {
  const id = crypto.randomUUID();
  const named = { id, version: 1, name: words.builder.newName };
  const text = editFile(file.text, { ...(parsedText(file.text) as object), ...named });
  return { ...file, id, version: 1, versions: [], name: 'new-workflow.yaml', text, published: null };
}

/** The text as the service reads it. While it reads a change, the reading of the text before is shown. */
function useReading(file: WorkflowFile, text: string) {
  const place = usePlace();
  const original = text === file.text;
  const { data = file.reading, error } = useQuery({
    queryKey: ['workflow-file-check', place.account, file.name, text],
    queryFn: () =>
      ask<WorkflowFile['reading']>('POST', `${pathOf(place)}/workflow_files/check`, { text, name: file.name }),
    enabled: !original,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return original ? { reading: file.reading, error: null } : { reading: data, error };
}

function Builder({ file }: { file: WorkflowFile }) {
  const place = usePlace();
  const may = useMay();
  const navigate = useNavigate();
  const [selected, select] = useState<Path>([]);
  const { text, edits, refused, write, undo, redo } = useEdits(file.text, select);
  const { reading, error } = useReading(file, text);
  const value = useMemo(() => parsedText(text), [text]);
  const outline = useMemo(() => outlineOf(value), [value]);
  const parts = useMemo(() => allParts(outline), [outline]);
  /** Faults by the part that they are in; those outside of any part belong to the head. */
  const faultsOf = useMemo(() => {
    const found = new Map<string, Fault[]>();
    for (const fault of reading.faults) {
      const key = keyOf(partAround(parts, fault.path ?? [])?.path ?? []);
      found.set(key, [...(found.get(key) ?? []), fault]);
    }
    return found;
  }, [parts, reading.faults]);
  const faultsAt = useCallback((path: Path) => faultsOf.get(keyOf(path))?.length ?? 0, [faultsOf]);
  const part = parts.find(({ path }) => keyOf(path) === keyOf(selected)) ?? outline.head;
  const faults = faultsOf.get(keyOf(part.path)) ?? [];
  const siblings = parts.filter(({ path }) => keyOf(path.slice(0, -1)) === keyOf(part.path.slice(0, -1))).length;
  const order = parts.filter(({ kind }) => kind === 'step').map(({ path }) => keyOf(path));
  const { builder: say, workflows } = words;
  const choose = (version: string) => void navigate({ to: '.', search: { version: Number(version) } } as never);
  const changed = text !== file.text;
  const compared = useCompared(file, text);
  const sound = reading.faults.length === 0 && !error;
  const isStored = file.versions.length > 0;
  return (
    <>
      <Title
        text={outline.head.name || file.name}
        within={<Link to={`${pathOf(place)}/workflows` as '/'}>{workflows.title}</Link>}
      />
      <div className="filters">
        {isStored && (
          <>
            <Choice
              label={workflows.version}
              name="version"
              chosen={String(file.version)}
              options={file.versions.map((version) => [String(version), String(version)] as const)}
              change={choose}
            />
            <Choice
              label={say.compare}
              name="compare"
              any={say.compareNothing}
              chosen={compared.chosen}
              options={compared.options}
              change={compared.choose}
            />
          </>
        )}
        <button type="button" disabled={!undo} onClick={undo}>
          {say.undo}
        </button>
        <button type="button" disabled={!redo} onClick={redo}>
          {say.redo}
        </button>
        <button type="button" onClick={() => saveFile(new Blob([text], { type: 'application/yaml' }), file.name)}>
          {say.download}
        </button>
        <Publish {...{ file, text, sound }} />
      </div>
      {file.published && (
        <p className="quiet">
          {say.publishedBy} <ActorName actor={file.published.by} /> · <When at={file.published.at} />
        </p>
      )}
      <p role="status" className="quiet">
        {changed && (may('workflow.publish') ? say.changed : say.changedOnly)}
      </p>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
      {error && <ErrorPanel error={error} />}
      {reading.faults.length > 0 && <Faults of={reading.faults} />}
      {compared.error && <ErrorPanel error={compared.error} />}
      {compared.other && <Compare before={compared.other} after={{ title: compared.title, text }} />}
      <div className="builder">
        <Parts {...{ outline, selected, select, faultsAt }} />
        {value === undefined ? (
          <PartDetails key={keyOf(part.path)} {...{ part, faults }} />
        ) : (
          <EditPart
            key={keyOf(part.path)}
            {...{ part, faults, order, siblings, edits }}
            values={reading.values}
            vocabulary={file.vocabulary}
            tables={outline.tables.map(({ kind }) => kind)}
          />
        )}
        {reading.picture ? (
          <Canvas picture={reading.picture} label={say.graph} {...{ selected, select, faultsAt }} />
        ) : (
          <p className="quiet">{say.noGraph}</p>
        )}
      </div>
      {isStored && <DryRun {...{ file, text, sound }} />}
      <YamlPane name={file.name} text={text} write={write} />
    </>
  );
}
