/** Style of the camera that takes a picture by itself. The ring fills in the time of `FILL_MS` (`screens/auto-capture.ts`). */
export const cameraStyle = `
.live .ring { position: absolute; inset: -1.5px; width: calc(100% + 3px); height: calc(100% + 3px); overflow: visible; opacity: 0; fill: none; stroke: #7fe3a6; stroke-width: 8px; stroke-linecap: round; stroke-dasharray: 1 1; }
.live .ring.filling { opacity: 1; }
.shutter.late:not(:focus-visible) { opacity: 0; }
.live .intro { position: absolute; inset: 0; display: grid; place-content: center; padding: 1rem 1.5rem; background: rgb(5 8 12 / .88); }
.live .intro p { font-weight: 650; font-size: 1.25rem; line-height: 1.3; margin: 0 0 .5rem; }
.live .intro ul { margin: 0; }
.live .intro .badge { color: #fff; background: rgb(255 255 255 / .16); }
@media (prefers-reduced-motion: no-preference) {
  .live .ring.filling { animation: fill 1s linear; }
  .live .hole:has(.filling) { border-color: rgb(255 255 255 / .6); }
  .live .stage.taken::after { content: ""; position: absolute; inset: 0; background: #fff; opacity: 0; animation: flash .3s ease-out; }
}
@keyframes fill { from { stroke-dashoffset: 1; } to { stroke-dashoffset: 0; } }
@keyframes flash { from { opacity: .85; } }
`;
