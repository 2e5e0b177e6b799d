import { svg } from './dom.ts';

/** Drawn on a grid of 24, by lines alone. */
const paths = {
  back: 'M15 5l-7 7 7 7',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  chevron: 'M9 5l7 7-7 7',
  passport:
    'M6 3h12a1 1 0 011 1v16a1 1 0 01-1 1H6a1 1 0 01-1-1V4a1 1 0 011-1zM12 13.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM8.5 10h7M9 17.5h6',
  card: 'M3 6a1 1 0 011-1h16a1 1 0 011 1v12a1 1 0 01-1 1H4a1 1 0 01-1-1zM8 12.2a1.9 1.9 0 100-3.8 1.9 1.9 0 000 3.8zM5.2 15.8c.5-1.4 1.5-2 2.8-2s2.3.6 2.8 2M14 9.5h4M14 13h4',
  paper: 'M7 3h7l4 4v13a1 1 0 01-1 1H7a1 1 0 01-1-1V4a1 1 0 011-1zM14 3v4h4M9 12h6M9 16h6',
  camera:
    'M4 8h3.5l1.5-2.5h6L16.5 8H20a1 1 0 011 1v9a1 1 0 01-1 1H4a1 1 0 01-1-1V9a1 1 0 011-1zM12 16.5a3.3 3.3 0 100-6.6 3.3 3.3 0 000 6.6z',
  upload: 'M12 16V5M7.5 9.5L12 5l4.5 4.5M5 19h14',
  corners: 'M4 9V5h4M16 5h4v4M20 15v4h-4M8 19H4v-4',
  sun: 'M12 16a4 4 0 100-8 4 4 0 000 8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4',
  eye: 'M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 15a3 3 0 100-6 3 3 0 000 6z',
  face: 'M12 21c4 0 6.5-3.8 6.5-9S16 3 12 3 5.5 6.8 5.5 12 8 21 12 21zM9.5 10.5v.01M14.5 10.5v.01M9.5 15.5c1.5 1.3 3.5 1.3 5 0',
  person: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20.5c.8-3.8 3.7-6 7.5-6s6.7 2.2 7.5 6',
  phone: 'M8 3h8a1 1 0 011 1v16a1 1 0 01-1 1H8a1 1 0 01-1-1V4a1 1 0 011-1zM11 18h2',
  zoom: 'M11 17.5a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.8 15.8L20 20M8.5 11h5M11 8.5v5',
  computer: 'M4 5h16a1 1 0 011 1v9a1 1 0 01-1 1H4a1 1 0 01-1-1V6a1 1 0 011-1zM8.5 20h7M12 16v4',
  sound: 'M12 4v16M8 8v8M16 8v8M4 11v2M20 11v2',
  clock: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5l3.5 2',
  alert: 'M12 8v5M12 16.5v.01M12 21a9 9 0 100-18 9 9 0 000 18z',
  shield: 'M12 3l7 2.5v6c0 4.5-3 7.7-7 9.5-4-1.8-7-5-7-9.5v-6zM8.8 12l2.3 2.3 4.3-4.6',
} as const;

export type IconName = keyof typeof paths;

/** A drawing that says nothing by itself: what it means stands beside it in words. */
export function icon(name: IconName, size = 24): SVGElement {
  return svg(
    'svg',
    {
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      fill: 'none',
      stroke: 'currentColor',
      class: `icon icon-${name}`,
      'stroke-width': 1.75,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
    },
    svg('path', { d: paths[name] }),
  );
}
