import { type Scene, type Size, sceneOf } from './scenes.ts';

/** Milliseconds between two pictures of the drawn camera. */
const PACE_MS = 200;

/** Pixels of the long and the short side of a picture: as cameras of computers have it. */
const LONG = 1280;
const SHORT = 960;

/** Strength of the grain, of 255. */
const GRAIN = 8;

/**
 * Opens a stream that shows a drawing, upright where the page is. Grain changes from picture to picture, as in pictures of cameras: a flat picture would be a
 * smaller file than the service takes.
 *
 * @param sound adds a silent microphone
 */
export async function openDrawn(scene: Scene, sound: boolean): Promise<MediaStream> {
  const size = innerHeight > innerWidth ? { width: SHORT, height: LONG } : { width: LONG, height: SHORT };
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(sceneOf(scene, size))}`;
  await picture.decode();
  // Grain is computed for two pictures alone: a busy device could not do it for each.
  const frames = [grained(picture, size), grained(picture, size)];
  const canvas = blank(size);
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  let count = 0;
  const draw = () => context.drawImage(frames[count++ % 2] as HTMLCanvasElement, 0, 0);
  draw();
  const stream = canvas.captureStream();
  if (sound) {
    const [silence] = new AudioContext().createMediaStreamDestination().stream.getAudioTracks();
    if (silence) stream.addTrack(silence);
  }
  const drawing = setInterval(() => {
    if (stream.getVideoTracks()[0]?.readyState === 'ended') clearInterval(drawing);
    else draw();
  }, PACE_MS);
  return stream;
}

const blank = (size: Size): HTMLCanvasElement => Object.assign(document.createElement('canvas'), size);

function grained(picture: HTMLImageElement, size: Size): HTMLCanvasElement {
  const canvas = blank(size);
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  context.drawImage(picture, 0, 0);
  const pixels = context.getImageData(0, 0, size.width, size.height);
  const { data } = pixels;
  for (let i = 0; i < data.length; i += 4) {
    const grain = Math.random() * GRAIN - GRAIN / 2;
    for (let j = i; j < i + 3; j += 1) data[j] = (data[j] as number) + grain;
  }
  context.putImageData(pixels, 0, 0);
  return canvas;
}
