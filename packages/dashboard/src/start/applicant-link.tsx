import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { Answers } from '../api-types.ts';
import { CopyableText } from '../developers/copyable-text.tsx';
import { ErrorPanel, Loading, PageError, Title } from '../page-layout.tsx';
import { QrCode } from '../qr-code.tsx';
import { usePlace } from '../session.ts';
import { useLookEvery } from '../updates.ts';
import { Chip } from '../value-display.tsx';
import { words } from '../words.ts';

type Progress = Answers['GET /accounts/{account}/{environment}/checks/{id}/link'];

type LinkAnswer = Answers['POST /accounts/{account}/{environment}/checks/{id}/link'];

/** Milliseconds between two questions how far the applicant is, while no updates arrive. */
const LOOK_MS = 5_000;

const channels = ['mail', 'text_message'] as const;

/** Pages of the objects whose applicants act by a link: their page, its path in the interface, and the label of the way there. */
const objects = {
  check: { page: 'checks', path: 'checks', open: words.start.openCheck },
  run: { page: 'workflow-runs', path: 'workflow_runs', open: words.start.openRun },
} as const;

/** The link of an applicant: as a QR code for a counter, to copy, and to send; and how far the applicant is. */
export function ApplicantLink({ of }: { of: keyof typeof objects }) {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const { page, path, open } = objects[of];
  const base = `${pathOf(place)}/${path}/${id}/link`;
  const progress = useQuery({
    queryKey: ['applicant-progress', place.account, place.environment, id],
    queryFn: () => ask<Progress>('GET', base),
    refetchInterval: useLookEvery(LOOK_MS),
  });
  const { data, error } = progress;
  if (error) return <PageError error={error} again={() => progress.refetch()} />;
  if (!data) return <Loading />;
  const { start: say } = words;
  const { stage, status, applicant_id } = data;
  return (
    <>
      <Title
        text={say.link}
        within={<Link to={`${pathOf(place)}/applicants/${applicant_id}` as '/'}>{words.applicant.title}</Link>}
      >
        <Chip value={status} />
      </Title>
      <div className={`link-progress ${stage}`} role="status">
        <p>
          <strong>{say.stages[stage]}</strong>
        </p>
        <p className="quiet">{say.stageHints[stage]}</p>
      </div>
      {stage !== 'ended' && <Offer base={base} id={id} />}
      <div className="buttons">
        <Link className={stage === 'ended' ? 'button main' : 'button'} to={`${pathOf(place)}/${page}/${id}` as '/'}>
          {open}
        </Link>
        <Link className="button" to={`${pathOf(place)}/applicants/new` as '/'}>
          {say.next}
        </Link>
      </div>
    </>
  );
}

/** The link itself. Reading it is an entry of the audit log, so the page reads it once. */
function Offer({ base, id }: { base: string; id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['applicant-link', id],
    queryFn: () => ask<LinkAnswer>('POST', base),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const send = useMutation({ mutationFn: (by: (typeof channels)[number]) => ask('POST', `${base}/send`, { by }) });
  const { start: say } = words;
  if (error) return <ErrorPanel error={error} again={() => refetch()} />;
  if (!data) return <Loading of="panel" />;
  return (
    <section className="panel offer" aria-label={say.link}>
      <p>{say.linkHint}</p>
      <QrCode text={data.url} label={say.qr} />
      <CopyableText label={say.copyLink} text={data.url} />
      <div className="buttons">
        {channels.map(
          (by) =>
            data[by] !== null && (
              <button key={by} type="button" disabled={send.isPending} onClick={() => send.mutate(by)}>
                {say.sendBy[by]} · {data[by]}
              </button>
            ),
        )}
      </div>
      {send.error && <ErrorPanel error={send.error} />}
      {send.isSuccess && (
        <p className="done" role="status">
          {say.sentBy[send.variables]}
        </p>
      )}
    </section>
  );
}
