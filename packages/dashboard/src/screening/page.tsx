import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Title } from '../page-layout.tsx';
import { useMay } from '../session.ts';
import { Tabs } from '../tabs.tsx';
import { words } from '../words.ts';
import { ImportDialog } from './import.tsx';
import { Lists } from './lists.tsx';
import { Monitors } from './monitors.tsx';
import { Proposals } from './proposals.tsx';
import { Suppressions } from './suppressions.tsx';

const views = { lists: Lists, suppressions: Suppressions, proposals: Proposals, monitors: Monitors } as const;

type View = keyof typeof views;

/** Watchlists, suppressed hits, proposals that wait for a second person, and monitored applicants. */
export default function ScreeningPage() {
  const may = useMay();
  const { view = 'lists' } = useSearch({ strict: false }) as { view?: View };
  const [importing, setImporting] = useState(false);
  const Shown = views[view] ?? Lists;
  const { screening: say } = words;
  return (
    <>
      <Title text={say.title}>
        {may('screening.change') && (
          <button type="button" className="main" onClick={() => setImporting(true)}>
            {say.importList}
          </button>
        )}
      </Title>
      {importing && <ImportDialog close={() => setImporting(false)} />}
      <Tabs page="screening" label={say.title} views={Object.keys(views) as View[]} view={view} words={say} />
      <Shown />
    </>
  );
}
