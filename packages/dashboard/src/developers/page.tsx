import { useSearch } from '@tanstack/react-router';
import { Title } from '../page-layout.tsx';
import { useMay } from '../session.ts';
import { Tabs } from '../tabs.tsx';
import { words } from '../words.ts';
import { Deliveries } from './deliveries.tsx';
import { Events } from './events.tsx';
import { Sandbox } from './sandbox.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

const views = { tokens: Tokens, webhooks: Webhooks, events: Events, sandbox: Sandbox } as const;

type View = keyof typeof views;

/**
 * Tokens, webhooks with their deliveries, events, and the sandbox, which alone is open to reviewers. `webhook` of the address opens the
 * deliveries to one.
 */
export default function DevelopersPage() {
  const { view: asked = 'tokens', webhook } = useSearch({ strict: false }) as { view?: View; webhook?: string };
  const shown = useMay()('integration.see') ? (Object.keys(views) as View[]) : (['sandbox'] as const);
  const view = shown.find((one) => one === asked) ?? shown[0]!;
  const Shown = views[view];
  const { developers: say } = words;
  return (
    <>
      <Title text={say.title}>
        <a className="button" href="/reference">
          {say.reference}
        </a>
        <a className="button" href="/docs">
          {say.guides}
        </a>
      </Title>
      <Tabs page="developers" label={say.title} views={shown} view={view} words={say} />
      {view === 'webhooks' && webhook ? <Deliveries key={webhook} webhook={webhook} /> : <Shown />}
    </>
  );
}
