import { footageShots, type Scene } from './footage.ts';

/**
 * A clock for a page, as text that is run before its scripts. It stands still while the page is at work, since it takes the
 * time from one turn of the event loop to the next for `mostMs` at most. So timers and measured times come out alike on a
 * machine that is slow, or busy with something else. `skip(ms)` advances it and runs the timers that are due.
 */
export const pageClock = (mostMs: number): string => `(() => {
const real = { now: performance.now.bind(performance), setTimeout, setInterval };
let passed = real.now();
let turn = passed;
let count = 1e9;
const timers = new Map();
performance.now = () => passed;
window.setTimeout = (work, ms = 0, ...given) => {
  timers.set(++count, { at: passed + Math.max(0, ms), work: () => work(...given) });
  return count;
};
window.clearTimeout = (timer) => void timers.delete(timer);
real.setInterval.call(window, () => {
  const now = real.now();
  passed += Math.min(now - turn, ${mostMs});
  turn = now;
  for (const work of takeDue()) real.setTimeout.call(window, work);
}, 4);
function takeDue() {
  const due = [...timers].filter(([, { at }]) => at <= passed).sort(([, a], [, b]) => a.at - b.at);
  return due.filter(([timer]) => timers.delete(timer)).map(([, { work }]) => work);
}
window.skip = (ms) => {
  passed += ms;
  for (const work of takeDue()) work();
};
})();`;

/**
 * A camera that is drawn in the page, by the page's clock: what is drawn of its video at a moment is the picture of that
 * moment, and no earlier one that is still on its way. It shows the first picture until the page calls `play()`. As text
 * that is run before the scripts of a page.
 *
 * @param mostMs milliseconds that a turn of the event loop may take by the page's clock: few where the camera shows motion;
 * null: the page keeps the clock of the browser
 */
export async function drawnCamera(scene: Scene, mostMs: number | null): Promise<string> {
  const shots = (await footageShots(scene)).map(([picture, seconds]) => [picture.toString('base64'), 1000 * seconds]);
  return `${mostMs === null ? '' : pageClock(mostMs)}
(() => {
const shots = ${JSON.stringify(shots)};
const whole = shots.reduce((sum, [, ms]) => sum + ms, 0);
const pictures = Promise.all(shots.map(([text]) =>
  createImageBitmap(new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], { type: 'image/jpeg' }))));
let began;
window.play = () => { began = performance.now(); };
function seen(all) {
  let at = began === undefined ? 0 : (performance.now() - began) % whole;
  return all[shots.findIndex(([, ms]) => (at -= ms) < 0)];
}
const draw = CanvasRenderingContext2D.prototype.drawImage;
const drawn = new WeakMap();
CanvasRenderingContext2D.prototype.drawImage = function (source, ...place) {
  const camera = drawn.get(source?.srcObject);
  return draw.call(this, camera ? camera() : source, ...place);
};
const { mediaDevices } = navigator;
const open = mediaDevices.getUserMedia.bind(mediaDevices);
mediaDevices.getUserMedia = async (wish) => {
  // The browser's own camera is asked for too, so that it refuses as it would.
  for (const track of (await open(wish)).getTracks()) track.stop();
  const all = await pictures;
  const canvas = Object.assign(document.createElement('canvas'), { width: all[0].width, height: all[0].height });
  const context = canvas.getContext('2d');
  const paint = () => draw.call(context, seen(all), 0, 0);
  paint();
  const stream = canvas.captureStream();
  drawn.set(stream, () => seen(all));
  const painting = setInterval(() => {
    if (stream.getTracks().every(({ readyState }) => readyState === 'ended')) clearInterval(painting);
    else paint();
  }, 100);
  return stream;
};
})();`;
}
