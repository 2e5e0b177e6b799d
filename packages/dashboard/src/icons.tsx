/** Strokes of each icon in a square of 20. */
const strokes = {
  overview: 'M3 3h6v6H3zM11.5 3H17v4h-5.5zM11.5 9.5H17V17h-5.5zM3 11.5h6V17H3z',
  queue: 'M3 11.5 5.200 4h9.600L17 11.5V16H3zM3 11.5h4l1.200 2h3.600l1.200-2h4',
  checks: 'M10 3a7 7 0 1 0 0 14a7 7 0 0 0 0-14zM7 10.200l2.200 2.200 4-4.400',
  applicants:
    'M10 9.5a3.200 3.200 0 1 0 0-6.400a3.200 3.200 0 0 0 0 6.400zM3.800 17c.2-3 2.800-4.700 6.200-4.700s6 1.700 6.200 4.700',
  workflows: 'M3.5 3h6v4.5h-6zM10.5 12.5h6V17h-6zM6.5 7.5v7.200h4',
  screening: 'M8.5 3a5.5 5.5 0 1 0 0 11a5.5 5.5 0 0 0 0-11zM12.600 12.600 17 17M6.200 7.300h4.600M6.200 9.900h3',
  developers: 'M6.800 5.5 2.5 10l4.300 4.5M13.200 5.5l4.300 4.5-4.300 4.5',
  'developers/requests': 'M3 5h14M3 10h14M3 15h8.5',
  members:
    'M7.5 9.200a2.800 2.800 0 1 0 0-5.600a2.800 2.800 0 0 0 0 5.600zM2 16.5c.2-2.800 2.5-4.300 5.5-4.300s5.300 1.5 5.5 4.300M13 3.800a2.600 2.600 0 0 1 0 5.200M14.5 12.400c2 .5 3.300 1.900 3.5 4.100',
  settings:
    'M3 6.5h7.5M14.5 6.5H17M3 13.5h2.5M9.5 13.5H17M12.5 4.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4zM7.5 11.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4z',
  audit:
    'M10 2.5l6.200 2.300v4.700c0 3.800-2.5 6.5-6.200 8-3.700-1.5-6.200-4.200-6.200-8V4.800zM7.300 9.800l2 2 3.5-3.800',
  keys: 'M2.5 5h15v10h-15zM6.5 12h7M5.5 8.5h1M9.5 8.5h1M13.5 8.5h1',
  out: 'M8 3.5H3.5v13H8M8 10h9M13.700 6.700 17 10l-3.300 3.300',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
} as const;

export type IconName = keyof typeof strokes;

/** An icon beside a word that says the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={strokes[name]} />
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
