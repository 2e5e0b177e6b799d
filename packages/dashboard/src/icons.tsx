/** Strokes of the icons that belong to no page, in a square of 20. Icons of pages are in `pages.ts`. */
export const icons = {
  keys: 'M2.5 5h15v10h-15zM6.5 12h7M5.5 8.5h1M9.5 8.5h1M13.5 8.5h1',
  out: 'M8 3.5H3.5v13H8M8 10h9M13.700 6.700 17 10l-3.300 3.300',
  find: 'M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM12.600 12.600 17 17',
  exchange: 'M3 7h13M12.5 3.5 16 7l-3.5 3.5M17 13H4M7.5 9.5 4 13l3.5 3.5',
  mention: 'M13 10a3 3 0 1 0-6 0a3 3 0 0 0 6 0zM13 7v4c0 2.700 4 2.700 4-1a7 7 0 1 0-3 5.700',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
} as const;

/** An icon beside a word that says the same. `strokes` is the `d` of an SVG path in a square of 20. */
export const Icon = ({ strokes }: { strokes: string }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={strokes} />
  </svg>
);

/** The logo's mark: a person who is also a tick. `docs/pictures/logo.svg` has the whole logo. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 20 20" aria-hidden="true">
    <rect width="20" height="20" rx="5" />
    <circle cx="8.1" cy="6.1" r="2.2" />
    <path d="M4.5 11.7l3.6 3.5 7.4-8.3" />
  </svg>
);
