import type { ReactNode } from 'react';

/** The name of a fact and its value. */
export type Fact = readonly [name: string, value: ReactNode];

/** A list of facts, each with its name. `panel` gives the list a panel of its own. */
export const FactsList = ({ of, panel = false }: { of: readonly Fact[]; panel?: boolean }) => (
  <dl className={panel ? 'panel facts-list' : 'facts-list'}>
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
