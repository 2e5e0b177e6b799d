import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { openKeys, useKeys } from '../keys.ts';
import { BlockButton } from '../lists/block-values.tsx';
import { ListHits } from '../lists/hits.tsx';
import { Loading, PageError, Title } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import type { Report } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain, stateText, words } from '../words.ts';
import { ApplicantRequests } from './applicant-requests.tsx';
import { AskDialog, canAsk } from './ask-applicant.tsx';
import { AssignmentBar } from './assign.tsx';
import { Compare, ForAndAgainst } from './compare.tsx';
import { DecideBar, type OpenDialogs } from './decide-bar.tsx';
import { ageSentence, sentenceOf } from './doubts.ts';
import { DualControlPanel } from './dual-control.tsx';
import { FaceFacts } from './face-similarity.tsx';
import { FACES, Faces } from './faces.tsx';
import { Hits } from './hits.tsx';
import { type ImageView, useImageView } from './image-view.ts';
import { OverturnButton, OverturnPanel } from './overturn.tsx';
import { Pictures, picturesOf } from './picture.tsx';
import { Reason } from './reason.tsx';
import { ReferDialog } from './refer.tsx';
import { ReportData } from './report-data.tsx';
import { SecondLookPanel } from './second-look.tsx';
import { isOpen } from './use-claim.ts';
import { type Review, useReview } from './use-review.ts';
import { ReadValues } from './values.tsx';

const { review: say } = words;

/** A window in which both sides of a document stand side by side. */
const WIDE = '(min-width: 100rem)';

/** The page on which a person decides a report. */
export default function ReviewPage() {
  const place = usePlace();
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery({
    queryKey: ['report', place, id],
    queryFn: () => ask<Report>('GET', `${pathOf(place)}/reports/${id}`),
    // What a reviewer looks at doesn't change beneath their eyes.
    refetchOnWindowFocus: false,
    // A report that is opened again is shown, and claimed, as it stands by then.
    gcTime: 0,
  });
  if (error) return <PageError error={error} again={() => refetch()} />;
  return data ? <ReviewOf key={id} report={data} place={place} /> : <Loading />;
}

function ReviewOf({ report, place }: { report: Report; place: Place }) {
  const compares = report.name.startsWith('facial_similarity');
  const pictures = picturesOf(report);
  const view = useImageView(compares ? [FACES] : pictures, matchMedia(WIDE).matches);
  const [field, point] = useState<string | null>(null);
  const [refers, setRefers] = useState(false);
  const [asks, setAsks] = useState(false);
  const [shown, setShown] = useState(true);
  const pointer = { field, point };
  const review = useReview(report, place, shown);
  const { decision, marking } = review;
  const askApplicant = () => setAsks(canAsk(report));
  const open = { refer: () => setRefers(true), askApplicant };
  useReviewKeys(review, view, open);
  const failed = () => setShown(false);
  const pictured = compares || pictures.length > 0;
  return (
    <div className={pictured ? 'review' : 'review bare'}>
      <ReviewTitle report={report} place={place} />
      <p className={`doubt ${isOpen(report) ? 'open' : ''}`}>
        <Reason text={sentenceOf(report)} />
      </p>
      {report.age_over !== null && <p className="quiet">{ageSentence(report.age_over, report)}</p>}
      {compares ? (
        <Faces report={report} place={place} view={view} failed={failed} />
      ) : (
        pictured && <Pictures report={report} place={place} view={view} pointer={pointer} failed={failed} />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by the arrow keys */}
      <section className="facts" aria-label={say.facts} tabIndex={0}>
        <SecondLookPanel report={report} place={place} />
        <OverturnPanel report={report} place={place} />
        {!report.hides_decision && <ApplicantRequests report={report} place={place} />}
        <DualControlPanel report={report} />
        <ListHits report={report} place={place} />
        <FaceFacts report={report} />
        <Compare report={report} pointer={pointer} />
        <ReportData report={report} />
        <Hits report={report} marking={marking} />
        <ForAndAgainst report={report} pointer={pointer} marking={marking} />
        <ReadValues report={report} pointer={pointer} />
      </section>
      <DecideBar report={report} place={place} review={review} open={open} />
      {refers && <ReferDialog id={report.id} place={place} close={() => setRefers(false)} done={decision.takeNext} />}
      {asks && <AskDialog id={report.id} place={place} close={() => setAsks(false)} done={decision.takeNext} />}
    </div>
  );
}

/** The keys of the page: choices by number, then what its buttons do. A chosen decision locks the keys of marks. */
function useReviewKeys(
  { decision, marking, decides, refers, choices, choose, goOn, note }: Review,
  view: ImageView,
  open: OpenDialogs,
) {
  useKeys(words.keyHelp, (event) => {
    // A button that has the focus answers Enter itself.
    if (event.key === 'Enter' && (event.target as HTMLElement).closest('button, a, summary')) return false;
    const choice = decision.chosen ? undefined : choices[Number(event.key) - 1];
    const keys: Record<string, () => unknown> = {
      Enter: goOn,
      z: decision.undo,
      n: () => note.field.current?.focus(),
      r: view.turn,
      b: view.both,
      a: () => decides && !decision.chosen && open.askApplicant(),
      s: () => decides && !decision.chosen && refers && open.refer(),
      '+': view.larger,
      '-': view.smaller,
    };
    const ofMarks = decision.chosen ? undefined : marking.keys[event.key];
    const act = choice ? () => choose(choice) : (keys[event.key] ?? ofMarks);
    act?.();
    return act !== undefined;
  });
}

function stateOf({ waits_for_applicant, hides_decision, check }: Report, state: string): string {
  if (hides_decision) return words.secondLooks.second;
  return waits_for_applicant ? words.asking.waiting : stateText(state, check.status);
}

/** Links and changes that would reveal a hidden decision. */
const RelatedPages = ({ report, place }: { report: Report; place: Place }) => (
  <>
    <AssignmentBar report={report} place={place} />
    <Link to="/accounts/$account/$environment/checks/$id" params={{ ...place, id: report.check_id }}>
      {say.openCheck}
    </Link>
    <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id: report.applicant_id }}>
      {say.openApplicant}
    </Link>
    <OverturnButton report={report} place={place} />
    <BlockButton report={report.id} place={place} />
  </>
);

/** The report, its applicant and its state, with links to what belongs to it. */
function ReviewTitle({ report, place }: { report: Report; place: Place }) {
  const { first_name, last_name, dob } = report.applicant;
  const name = `${plain(report.name)} · ${first_name} ${last_name}`;
  const state = report.result ?? report.status;
  return (
    <Title
      text={name}
      heading={
        <>
          {name} {dob && <span className="quiet short">{dob}</span>}
        </>
      }
    >
      <Chip value={state}>{stateOf(report, state)}</Chip>
      <div className="related">
        {!report.hides_decision && <RelatedPages report={report} place={place} />}
        <button type="button" className="bare" onClick={openKeys}>
          {say.keys} <kbd>?</kbd>
        </button>
      </div>
    </Title>
  );
}
