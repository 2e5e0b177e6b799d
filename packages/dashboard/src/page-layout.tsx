import { type ReactNode, useEffect } from 'react';
import { Failure } from './api.ts';
import { Mark } from './icons.tsx';
import { plain, words } from './words.ts';

/** Number of placeholder lines. */
const LINES = { page: 8, panel: 3 } as const;

/** Placeholder of a page while its data loads: a line of text, and lines in place of the data, so that nothing jumps. */
export const Loading = ({ of = 'page' }: { of?: keyof typeof LINES }) => (
  <div className="loading" role="status">
    <span>{words.loading}…</span>
    {Array.from({ length: LINES[of] }, (_, line) => `line ${line}`).map((line) => (
      <i key={line} />
    ))}
  </div>
);

/** Panel with an error and the id by which the operator finds the request. */
export function ErrorPanel({ error, again }: { error: unknown; again?: () => void }) {
  const id = error instanceof Failure ? error.requestId : null;
  const fields = error instanceof Failure ? Object.entries(error.fields) : [];
  return (
    <div className="trouble" role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      {fields.map(([name, reasons]) => (
        <p key={name}>
          {plain(name)}: {reasons.join(', ')}
        </p>
      ))}
      {id && (
        <p className="quiet">
          {words.requestId} <code>{id}</code>
        </p>
      )}
      {again && (
        <button type="button" onClick={again}>
          {words.again}
        </button>
      )}
    </div>
  );
}

/** Error in place of a page whose data failed. */
export const PageError = (given: { error: unknown; again?: () => void }) => (
  <>
    <Title text={words.notShown} />
    <ErrorPanel {...given} />
  </>
);

/** The head of a page, whose name is also the title of its browser tab. `within`: a link to the list that it belongs to. */
export function Title({
  text,
  heading = text,
  within,
  children,
}: {
  text: string;
  heading?: ReactNode;
  within?: ReactNode;
  children?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${text} · ${words.product}`;
  }, [text]);
  return (
    <div className="title">
      {within && (
        <nav className="within" aria-label={words.breadcrumb}>
          {within}
        </nav>
      )}
      <h1>{heading}</h1>
      {children}
    </div>
  );
}

/** A page outside of any account: its name and content in a card. */
export function CenteredCard({ title, children }: { title?: string | undefined; children: ReactNode }) {
  return (
    <main className="alone">
      <p className="brand">
        <Mark /> <strong>{words.product}</strong>
      </p>
      <div className="alone-card">
        {title && <Title text={title} />}
        {children}
      </div>
    </main>
  );
}
