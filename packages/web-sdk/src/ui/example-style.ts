/**
 * Style of the example photos in a guide. The document with glare tilts twice, 4.8 seconds in all: motion beside other content may last
 * five seconds without a way to stop it (WCAG 2.2, 2.2.2).
 */
export const exampleStyle = `
.tiles { display: grid; grid-template-columns: repeat(2, 1fr); gap: .5rem; margin: 0 0 1rem; }
.tiles li { display: flex; flex-direction: column; min-width: 0; overflow: hidden; border: 1px solid var(--line); border-radius: 12px; background: var(--page); }
.tiles .shot { display: grid; place-items: center; aspect-ratio: 3 / 2; max-height: 88px; width: 100%; overflow: hidden; color: var(--icon); background: var(--colorBackgroundDocHelpMediaContainer, var(--icon-ground)); }
.tiles .shot svg { display: block; width: 100%; height: 100%; min-height: 0; overflow: visible; }
.tiles.bare .shot { display: none; }
.tiles li > span:last-child { display: flex; align-items: center; justify-content: center; gap: .25rem; padding: .25rem .35rem; font-size: .875rem; line-height: 1.3; }
.tiles .icon { flex: none; }
.tiles .fine { border-color: var(--good); }
.tiles .fine .icon { color: var(--good); }
.tiles .flawed .icon { color: var(--quiet); }
.tiles .soft { filter: blur(2px); }
.bill { display: flex; align-items: center; gap: min(1.25rem, 5cqi); margin: 0 0 1rem; }
.bill .paper { flex: none; display: grid; place-items: center; box-sizing: border-box; width: 6.5rem; height: 8rem; color: var(--icon); }
.bill .paper svg { height: 100%; max-width: 100%; }
.bill ol { flex: 1; min-width: 0; margin: 0; }
.bill li { display: flex; gap: .6rem; align-items: center; padding: .2rem 0; }
.bill b { flex: none; display: grid; place-items: center; width: 1.5rem; height: 1.5rem; border-radius: 50%; font-size: .875rem; color: var(--page); background: var(--icon); }
.again > :is(.tiles, .bill) { display: none; }
@container (min-width: 30rem) { .tiles { grid-template-columns: repeat(4, 1fr); } }
@media (max-height: 600px) { .tiles .shot { max-height: 48px; } .bill .paper { display: none; } }
@media (max-height: 480px) { .tiles .shot { display: none; } }
@media (prefers-reduced-motion: no-preference) {
  .tiles .tilting { transform-box: fill-box; transform-origin: center; animation: tilt 2.4s ease-in-out 2; }
  .tiles .tilting .light { animation: drift 2.4s ease-in-out 2; }
}
@keyframes tilt { 40%, 70% { transform: skewY(-7deg) scaleX(.88); } }
@keyframes drift { 40%, 70% { transform: translate(30px, -16px); opacity: 0; } }
`;
