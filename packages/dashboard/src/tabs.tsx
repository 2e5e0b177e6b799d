import { Link } from '@tanstack/react-router';
import { usePlace } from './session.ts';

/** The views of a page, each at an address of its own. */
export function Tabs<View extends string>({
  page,
  label,
  views,
  view,
  words,
}: {
  page: 'developers' | 'lists' | 'screening';
  label: string;
  views: readonly View[];
  view: View;
  words: Readonly<Record<View, string>>;
}) {
  const place = usePlace();
  return (
    <nav className="tabs" aria-label={label}>
      {views.map((name) => (
        <Link
          key={name}
          to={`/accounts/$account/$environment/${page}`}
          params={place}
          search={{ view: name } as never}
          aria-current={name === view ? 'page' : undefined}
        >
          {words[name]}
        </Link>
      ))}
    </nav>
  );
}
