import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import { Loading, PageError, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import { Empty } from '../table.tsx';
import type { Applicant } from '../types.ts';
import { words } from '../words.ts';
import { ChooseVerification } from './choose-verification.tsx';
import { UploadFiles } from './upload-files.tsx';

/** The start of a verification of one applicant: files, then a workflow or reports. */
export default function StartPage() {
  const place = usePlace();
  const may = useMay();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['applicant', place.account, place.environment, id],
    queryFn: () => ask<Applicant>('GET', `${pathOf(place)}/applicants/${id}`),
    // Each request is an opening in the audit log.
    refetchOnWindowFocus: false,
  });
  if (error) return <PageError error={error} again={() => refetch()} />;
  if (!data) return <Loading />;
  const { start: say } = words;
  return (
    <>
      <Title
        text={`${say.title} · ${data.name}`}
        within={<Link to={`${pathOf(place)}/applicants/${id}` as '/'}>{words.applicant.title}</Link>}
      />
      {may('verification.start') ? (
        <div className="start">
          <UploadFiles applicant={id} />
          <ChooseVerification applicant={id} />
        </div>
      ) : (
        <Empty title={say.refused} hint={say.refusedHint} />
      )}
    </>
  );
}
