import { Link } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useState } from 'react';
import { pathOf } from '../api.ts';
import { Loading } from '../page-layout.tsx';
import { usePlace } from '../session.ts';
import type { Applicant } from '../types.ts';
import { Chip } from '../value-display.tsx';
import { words } from '../words.ts';

// The library of the graph is loaded with the first graph that is shown.
const RelatedCanvas = lazy(() => import('./related-canvas.tsx'));

/** Reasons that strangers often share. They have no colour. */
const WEAK: ReadonlySet<Applicant['related'][number]['reasons'][number]> = new Set(['device', 'network']);

/** People who have something in common with an applicant, as a list and, on demand, as a graph. */
export function RelatedPeople({ of }: { of: Pick<Applicant, 'id' | 'name' | 'related'> }) {
  const place = usePlace();
  const [graph, setGraph] = useState(false);
  const { relatedGraph: say } = words;
  return (
    <>
      <p>
        <button type="button" aria-pressed={graph} onClick={() => setGraph(!graph)}>
          {say.show}
        </button>
      </p>
      {graph && (
        <Suspense fallback={<Loading of="panel" />}>
          <RelatedCanvas id={of.id} name={of.name ?? words.relatedGraph.thisPerson} related={of.related} />
        </Suspense>
      )}
      <ul className="plain">
        {of.related.map(({ id, name, reasons, face }) => (
          <li key={id}>
            <Link to={`${pathOf(place)}/applicants/${id}` as '/'}>{name}</Link>{' '}
            {reasons.map((reason) => (
              <Fragment key={reason}>
                <Chip value={WEAK.has(reason) ? null : 'consider'}>
                  {words.applicant.relations[reason]}
                  {reason === 'face' && face !== null && ` ${Math.round(face * 100) / 100}`}
                </Chip>{' '}
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
