import { offerOf } from '../flow/plan.ts';
import type { Kit, ScreenView } from '../kit.ts';
import type { PhraseKey } from '../language/en.ts';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { actions, alertBox, button, title } from '../ui/parts.ts';
import { type PictureView, pictureView } from '../ui/picture-view.ts';
import { seenIn } from './seen.ts';

const isPdf = ({ picture }: Kit) => picture?.file.blob.type === 'application/pdf';

/** The picture, or what stands for it. Only a picture can be enlarged. */
function preview(kit: Kit): { shown: HTMLElement; view?: PictureView } {
  const { picture, part } = kit;
  const name = picture?.file.name ?? '';
  if (picture?.file.blob.type.startsWith('video/')) {
    const film = { src: picture.url, controls: true, playsinline: true, 'aria-label': kit.t('video.picture') };
    return { shown: h('div', { class: 'picture' }, h('video', film)) };
  }
  const alt = kit.t(part?.kind === 'face' ? 'face.picture' : 'document.picture');
  if (picture && !isPdf(kit)) {
    const view = pictureView(kit, picture.url, alt);
    return { shown: view.shown, view };
  }
  return { shown: h('div', { class: 'picture' }, h('div', { class: 'file' }, icon('paper', 56), h('div', {}, name))) };
}

/** Shows the film of the document, if one was made, and returns a function that forgets it. */
function filmOf(kit: Kit): { shown: HTMLElement | false; forget(): void } {
  const film = kit.picture?.file.film;
  if (!film) return { shown: false, forget() {} };
  const src = URL.createObjectURL(film);
  const video = h('video', { src, controls: true, playsinline: true, 'aria-label': kit.t('document.film_picture') });
  return { shown: h('div', { class: 'picture' }, video), forget: () => URL.revokeObjectURL(src) };
}

/** The title beside a picture that the applicant has just taken, and what to check. */
function question(kit: Kit): [PhraseKey, PhraseKey] {
  const { part } = kit;
  if (part?.kind === 'face' && part.variant !== 'standard') return ['video.confirm_title', 'video.confirm_lead'];
  if (part?.kind === 'face') return ['face.confirm_title', 'face.confirm_lead'];
  if (offerOf(part)?.kind === 'seal') return ['stepUp.confirm_title', 'stepUp.confirm_lead'];
  return isPdf(kit)
    ? ['document.confirm_file_title', 'document.confirm_file_lead']
    : ['document.confirm_title', 'document.confirm_lead'];
}

/** The picture, before it is uploaded and after the service has refused it. */
export const confirm: ScreenView = (kit) => {
  const { trouble } = kit.state;
  const film = filmOf(kit);
  const [use, again]: [PhraseKey, PhraseKey] = kit.picture?.file.blob.type.startsWith('video/')
    ? ['capture.upload_video', 'capture.retake']
    : isPdf(kit)
      ? ['capture.upload_file', 'capture.retake_file']
      : ['capture.upload', 'capture.retake'];
  const upload = (key: PhraseKey) => button(kit, key, () => kit.send({ type: 'upload' }));
  const retake = (second: boolean) => button(kit, again, () => kit.send({ type: 'retake' }), { second });
  const keepButton = () => button(kit, 'capture.keep', () => kit.send({ type: 'keep' }), { second: true });

  if (trouble?.kind === 'refused' || trouble?.kind === 'warning' || trouble?.kind === 'unsent') {
    const lead = kit.t(`error.${trouble.what}_lead`);
    return {
      layout: 'page',
      content: [
        title(kit, `error.${trouble.what}_title`),
        alertBox(trouble.kind === 'refused' ? 'bad' : 'note', null, lead),
        preview(kit).shown,
        film.shown,
        h('div', { class: 'grow' }),
        trouble.kind === 'unsent' && actions(kit, upload('capture.again'), retake(true)),
        trouble.kind === 'warning' && actions(kit, retake(false), keepButton()),
        trouble.kind === 'refused' && actions(kit, retake(false)),
      ],
      announcement: lead,
      gone: film.forget,
    };
  }
  const [ask, lead] = question(kit);
  const { shown, view } = preview(kit);
  const seen = view && seenIn(kit, view);
  return {
    layout: 'page',
    content: [
      title(kit, ask),
      kit.words('p', lead, { class: 'lead' }),
      shown,
      film.shown,
      seen?.list,
      h('div', { class: 'grow' }),
      actions(kit, upload(use), retake(true)),
    ],
    shown: seen?.start,
    gone() {
      film.forget();
      seen?.stop();
    },
  };
};

/** Percent between two announcements of the progress. */
const ANNOUNCED_EVERY = 50;

/** Shows the progress of the upload. */
export const uploading: ScreenView = (kit) => {
  const bar = h('div', {});
  const track = h(
    'div',
    {
      class: 'track',
      role: 'progressbar',
      'aria-valuemin': 0,
      'aria-valuemax': 100,
      'aria-valuenow': 0,
      'aria-label': kit.t('upload.title'),
    },
    bar,
  );
  const said = h('p', {}, kit.t('upload.progress', { percent: 0 }));
  let announced = 0;
  kit.watch(({ part, waiting }) => {
    const percent = Math.round(part * 100);
    bar.style.transform = `scaleX(${part})`;
    track.setAttribute('aria-valuenow', String(percent));
    const sentence = waiting
      ? kit.t(`upload.${waiting}`)
      : percent < 100
        ? kit.t('upload.progress', { percent })
        : kit.t('upload.checking');
    if (said.textContent === sentence) return;
    said.textContent = sentence;
    if (waiting || percent >= announced + ANNOUNCED_EVERY || percent === 100) {
      announced = percent;
      kit.say(sentence);
    }
  });
  return {
    layout: 'page',
    content: [
      h('div', { class: 'grow' }),
      h('div', { class: 'hero' }, icon('upload', 52)),
      h(
        'div',
        { class: 'centre' },
        title(kit, 'upload.title'),
        track,
        said,
        kit.words('p', 'upload.lead', { class: 'lead' }),
      ),
      h('div', { class: 'grow' }),
    ],
  };
};
