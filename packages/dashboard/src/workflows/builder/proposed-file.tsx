import { useQuery } from '@tanstack/react-query';
import { ask, pathOf } from '../../api.ts';
import { Loading } from '../../page-layout.tsx';
import { usePlace } from '../../session.ts';
import { words } from '../../words.ts';
import { Compare } from './compare.tsx';
import type { WorkflowFile } from './part-details.tsx';

/** The file of a proposed version beside the version in use. A new workflow has none in use. */
export default function ProposedFile({ id, version, text }: { id: string; version: number; text: string }) {
  const place = usePlace();
  const { data, isPending } = useQuery({
    queryKey: ['workflow-file', place.account, place.environment, id, undefined],
    queryFn: () => ask<WorkflowFile>('GET', `${pathOf(place)}/workflow_files/${id}`),
    retry: false,
  });
  if (isPending) return <Loading />;
  const { builder: say } = words;
  const before = data
    ? { title: say.compareVersion(data.version), text: data.text }
    : { title: say.noVersion, text: '' };
  return <Compare before={before} after={{ title: say.compareVersion(version), text }} />;
}
