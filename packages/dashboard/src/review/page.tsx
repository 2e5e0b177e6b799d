import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { ask, type Place, pathOf } from '../api.ts';
import { openKeys, useKeys } from '../keys.tsx';
import { Loading, PageError, Title } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import type { Report } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { plain, stateText, words } from '../words.ts';
import { type Choice, choicesOf } from './choices.ts';
import { Compare, ForAndAgainst } from './compare.tsx';
import { DecideBar } from './decide-bar.tsx';
import { sentenceOf } from './doubts.ts';
import { DualControlPanel } from './dual-control.tsx';
import { FaceFacts } from './face-similarity.tsx';
import { FACES, Faces } from './faces.tsx';
import { Hits } from './hits.tsx';
import { useImageView } from './image-view.ts';
import { openHits } from './marks.ts';
import { Pictures, picturesOf } from './picture.tsx';
import { Reason } from './reason.tsx';
import { basisOf, offeredReasons } from './reasons.ts';
import { ReferDialog } from './refer.tsx';
import { ReportData } from './report-data.tsx';
import { isOpen, useClaim } from './use-claim.ts';
import { useDecision } from './use-decision.ts';
import { useMarks } from './use-marks.ts';
import { useForeseen } from './use-outcomes.ts';
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
  return data ? <Review key={id} report={data} place={place} /> : <Loading />;
}

function Review({ report, place }: { report: Report; place: Place }) {
  const compares = report.name.startsWith('facial_similarity');
  const pictures = picturesOf(report);
  const view = useImageView(compares ? [FACES] : pictures, matchMedia(WIDE).matches);
  // What was marked is decided by then.
  const decision = useDecision(report, place, () => {
    marking.clear();
    write('');
    setLacksReason(false);
  });
  const noteField = useRef<HTMLTextAreaElement>(null);
  const [note, write] = useState('');
  const [field, point] = useState<string | null>(null);
  const [refers, setRefers] = useState(false);
  const [shown, setShown] = useState(true);
  const [lacksReason, setLacksReason] = useState(false);
  const [early, chooseEarly] = useState<{ label: string; goesOn: boolean }>();
  const pointer = { field, point };
  const { mine, other } = useClaim(report, place);
  const waits = isOpen(report) && mine;
  const locked = decision.chosen !== undefined;
  const marking = useMarks(report, waits, { suppresses: useMay()('suppression.make'), locked });
  const basis = basisOf(report, shown);
  const choices = waits ? choicesOf(report, marking.marks, basis) : [];
  const foreseen = useForeseen(report, place, choices);
  const choose = (choice: Choice) => {
    const reason = note.trim() || choice.note;
    setLacksReason(!reason);
    if (!reason) return noteField.current?.focus();
    // What becomes of the report is said with the decision: until the service has answered, the choice waits.
    if (foreseen === undefined) return chooseEarly({ label: choice.label, goesOn: false });
    decision.choose({ choice, note: reason, foreseen: foreseen[choices.indexOf(choice)] });
  };
  useEffect(() => {
    if (!foreseen || !early) return;
    const choice = choices.find(({ label }) => label === early.label);
    chooseEarly(undefined);
    if (choice) choose(choice);
    if (choice && early.goesOn) decision.goOn();
  });

  const goOn = () => (early ? chooseEarly({ ...early, goesOn: true }) : decision.goOn());

  useKeys(words.keyHelp, (event) => {
    // A button that has the focus answers Enter itself.
    if (event.key === 'Enter' && (event.target as HTMLElement).closest('button, a, summary')) return false;
    const choice = decision.chosen ? undefined : choices[Number(event.key) - 1];
    const keys: Record<string, () => unknown> = {
      Enter: goOn,
      z: decision.undo,
      n: () => noteField.current?.focus(),
      r: view.turn,
      b: view.both,
      s: () => waits && !decision.chosen && setRefers(true),
      '+': view.larger,
      '-': view.smaller,
    };
    const ofMarks = locked ? undefined : marking.keys[event.key];
    const act = choice ? () => choose(choice) : (keys[event.key] ?? ofMarks);
    act?.();
    return act !== undefined;
  });

  const { first_name, last_name, dob } = report.applicant;
  const name = `${plain(report.name)} · ${first_name} ${last_name}`;
  const pictured = compares || pictures.length > 0;
  return (
    <div className={pictured ? 'review' : 'review bare'}>
      <Title
        text={name}
        heading={
          <>
            {name} {dob && <span className="quiet short">{dob}</span>}
          </>
        }
      >
        <Chip value={report.result ?? report.status}>
          {stateText(report.result ?? report.status, report.check.status)}
        </Chip>
        <div className="related">
          <Link to="/accounts/$account/$environment/checks/$id" params={{ ...place, id: report.check_id }}>
            {say.openCheck}
          </Link>
          <Link to="/accounts/$account/$environment/applicants/$id" params={{ ...place, id: report.applicant_id }}>
            {say.openApplicant}
          </Link>
          <button type="button" className="bare" onClick={openKeys}>
            {say.keys} <kbd>?</kbd>
          </button>
        </div>
      </Title>
      <p className={`doubt ${isOpen(report) ? 'open' : ''}`}>
        <Reason text={sentenceOf(report)} />
      </p>
      {compares ? (
        <Faces report={report} place={place} view={view} failed={() => setShown(false)} />
      ) : (
        pictured && (
          <Pictures report={report} place={place} view={view} pointer={pointer} failed={() => setShown(false)} />
        )
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls by the arrow keys */}
      <section className="facts" aria-label={say.facts} tabIndex={0}>
        <DualControlPanel report={report} />
        <FaceFacts report={report} />
        <Compare report={report} pointer={pointer} />
        <ReportData report={report} />
        <Hits report={report} marking={marking} />
        <ForAndAgainst report={report} pointer={pointer} marking={marking} />
        <ReadValues report={report} pointer={pointer} />
      </section>
      <DecideBar
        report={report}
        place={place}
        decision={decision}
        choices={choices}
        foreseen={foreseen}
        reasons={offeredReasons(report, basis, openHits(report))}
        lacksReason={lacksReason && note.trim() === ''}
        other={other}
        note={note}
        write={write}
        noteField={noteField}
        choose={choose}
        refer={() => setRefers(true)}
      />
      {refers && <ReferDialog id={report.id} place={place} close={() => setRefers(false)} done={decision.takeNext} />}
    </div>
  );
}
