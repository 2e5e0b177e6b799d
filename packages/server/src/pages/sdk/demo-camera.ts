/** Size of the drawn picture in pixels: as cameras of computers have it. */
const WIDTH = 1280;
const HEIGHT = 960;

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</svg>`;

/** Head and shoulders of a made-up person, in a box of 300 by 380. */
const person =
  '<path d="M10 380 Q25 292 110 280 L190 280 Q275 292 290 380 Z" fill="#35506b"/><rect x="122" y="230" width="56" height="62" fill="#d9a98a"/>' +
  '<ellipse cx="150" cy="176" rx="70" ry="92" fill="#e8bd9d"/><path d="M78 160 Q84 74 150 74 Q216 74 222 160 Q190 108 150 110 Q110 108 78 160 Z" fill="#4a2f20"/>' +
  '<path d="M106 150 q16 -10 32 0 M162 150 q16 -10 32 0" fill="none" stroke="#4a2f20" stroke-width="5"/>' +
  '<ellipse cx="122" cy="168" rx="11" ry="7" fill="#fff"/><ellipse cx="178" cy="168" rx="11" ry="7" fill="#fff"/><circle cx="122" cy="168" r="6" fill="#333"/><circle cx="178" cy="168" r="6" fill="#333"/>' +
  '<path d="M150 172 l-8 32 q8 6 16 0" fill="none" stroke="#c08d6f" stroke-width="4"/><path d="M124 230 q26 14 52 0" fill="none" stroke="#b5615b" stroke-width="7"/>';

const line = (y: number, size: number, text: string, x = 560): string =>
  `<text x="${x}" y="${y}" font-family="monospace" font-size="${size}" fill="#22303c">${text}</text>`;

const documentScene = svg(
  '<rect width="1280" height="960" fill="#4b3a2f"/><rect x="130" y="140" width="1020" height="680" rx="34" fill="#e9eef2"/>' +
    '<path d="M130 250 H1150 V174 a34 34 0 0 0 -34 -34 H164 a34 34 0 0 0 -34 34 Z" fill="#2f5d8a"/>' +
    '<text x="180" y="212" font-family="sans-serif" font-size="44" font-weight="bold" fill="#fff">UTOPIA · TEST DOCUMENT</text>' +
    `<g transform="translate(190 290) scale(1.05)"><rect width="300" height="380" fill="#cdd5dc"/>${person}</g>` +
    [
      line(340, 26, 'Name'),
      line(380, 38, 'BONAFIDE, ADA'),
      line(440, 26, 'Date of birth'),
      line(480, 38, '1990-01-31'),
      line(540, 26, 'Number'),
      line(580, 38, 'TEST00001'),
      line(630, 26, 'Not a real document'),
      line(745, 34, 'I&lt;UTOTEST000012&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;', 190),
      line(790, 34, 'BONAFIDE&lt;&lt;ADA&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;', 190),
    ].join(''),
);

const faceScene = svg(
  '<rect width="1280" height="960" fill="#b9c7d3"/><path d="M0 0 H420 V960 H0 Z" fill="#c8d4de"/>' +
    `<g transform="translate(280 60) scale(2.4)">${person}</g>`,
);

/**
 * Part of the demonstration's script. `useCamera(drawn)` replaces the camera of the device by a drawn camera, or brings it back.
 * `showStep(module)` gets the name of the step. A drawn camera shows a face in the step `face`, and a document in the other steps.
 */
export const cameraScript = `
const scenes = ${JSON.stringify({ face: faceScene, document: documentScene })};

/* A computer has one camera for documents and faces, so what it shows depends on the step. */
let scene = 'document';
const showStep = (module) => {
  scene = module === 'face' ? 'face' : 'document';
};

/* Grain, as cameras have it: a flat picture would be too small a file. */
function addGrain(context) {
  const pixels = context.getImageData(0, 0, ${WIDTH}, ${HEIGHT});
  for (let i = 0; i < pixels.data.length; i += 4) {
    const grain = Math.random() * 8 - 4;
    for (let j = i; j < i + 3; j += 1) pixels.data[j] += grain;
  }
  context.putImageData(pixels, 0, 0);
}

async function openDrawn({ audio }) {
  const picture = new Image();
  picture.src = 'data:image/svg+xml,' + encodeURIComponent(scenes[scene]);
  await picture.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: ${WIDTH}, height: ${HEIGHT} });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const draw = () => {
    context.drawImage(picture, 0, 0);
    addGrain(context);
  };
  draw();
  const stream = canvas.captureStream();
  if (audio) stream.addTrack(new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0]);
  const drawing = setInterval(() => {
    if (stream.getVideoTracks()[0].readyState === 'ended') clearInterval(drawing);
    else draw();
  }, 200);
  return stream;
}

function useCamera(drawn) {
  const devices = navigator.mediaDevices;
  /* A page over plain HTTP has no cameras, drawn or not. */
  if (!devices) return;
  delete devices.getUserMedia;
  delete devices.enumerateDevices;
  if (!drawn) return;
  devices.getUserMedia = openDrawn;
  devices.enumerateDevices = async () => [{ kind: 'videoinput', deviceId: 'drawn', groupId: 'drawn', label: 'Drawn camera' }];
}
`;
