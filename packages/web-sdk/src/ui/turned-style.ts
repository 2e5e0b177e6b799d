/**
 * Style for phones that are turned, and for windows as low: less than 480 pixels high. Nothing but the main action of a photo sticks
 * there, since a second bar would leave no place for what it belongs to.
 */
export const turnedStyle = `
@media (max-height: 480px) {
  .sdk:has(> .foot) { overflow: hidden auto; }
  .sdk:has(> .foot) > .screen { flex: 1 0 auto; overflow: visible; }
  .foot { border-top: 0; }
  @container (min-width: 30rem) {
    .live h1 { min-height: 0; padding: .25rem .5rem 0; }
    .live .below { min-height: 0; gap: .25rem; padding: .25rem .5rem .5rem; }
    .live .below p { min-height: 0; }
    .live .below p:not(:empty) { padding-inline: .25rem; }
    .live .shutter { width: 64px; height: 64px; }
    [data-screen="confirm"] > .picture { --tallest: max(96px, 100dvh - 240px); min-height: 0; max-height: var(--tallest); }
    [data-screen="confirm"] > .picture :is(img, video, .view) { max-height: var(--tallest); }
    [data-screen="confirm"] > :is(.lead, .seen) { order: 1; }
    [data-screen="confirm"] > .grow { order: 2; }
    [data-screen="confirm"] > .actions { order: 3; }
  }
}
`;
