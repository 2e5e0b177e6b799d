import { isLocal } from '../cross-device/local.ts';
import { isFilmed } from '../flow/plan.ts';
import type { Kit } from '../kit.ts';
import { h } from '../ui/dom.ts';
import { button, fileButton, takeFile } from '../ui/parts.ts';

/** Ways to get a picture. */
export interface CaptureMethods {
  /** The camera in the page. */
  readonly camera: boolean;
  /** The phone's own camera app. */
  readonly native: boolean;
  readonly files: boolean;
  /** Another device that photographs. */
  readonly phone: boolean;
}

/**
 * A phone photographs, with its camera app where the page gets no camera; a computer sends files, and photographs where
 * a page allows it. Faces are photographed now, unless the page says otherwise.
 */
export function captureMethods(kit: Kit): CaptureMethods {
  const { part, phone, camera, settings } = kit;
  const policy = settings.options.crossDevicePolicy;
  const offersPhone = !phone && policy !== 'disable' && kit.state.side === 'front' && !kit.onPhone;
  if (offersPhone && (policy === 'force' || (part && 'phoneOnly' in part && part.phoneOnly)))
    return { camera: false, native: false, files: false, phone: true };
  if (part?.kind === 'face') {
    const inPage = camera.present && part.camera;
    return { camera: inPage, native: phone && !inPage && part.nativeCamera, files: part.files, phone: offersPhone };
  }
  if (part?.kind !== 'document' && part?.kind !== 'poa')
    return { camera: false, native: false, files: false, phone: false };
  const film = isFilmed(part);
  if (!phone)
    return {
      camera: camera.present && (part.webcam || film),
      native: false,
      files: !film || part.files,
      phone: offersPhone,
    };
  const inPage = camera.present && (part.camera || film);
  return { camera: inPage, native: !inPage, files: part.files, phone: false };
}

/** The same once the camera has failed. */
export function methodsWithoutCamera(kit: Kit): CaptureMethods {
  const { part, phone } = kit;
  const native = phone && (part?.kind === 'face' ? part.nativeCamera : true);
  return { ...captureMethods(kit), camera: false, native };
}

/**
 * Returns whether a computer begins with the link to a phone: for the first document or face, unless the applicant has come back from there.
 * A proof of address is often a file on the computer. A picture that was refused, and a retry of a workflow, are explained first.
 */
export function opensPhoneFirst(kit: Kit): boolean {
  const { part, state, settings, captures } = kit;
  const { usePhoneFirst = !isLocal(new URL(settings.token.phonePage).hostname) } = settings.options;
  const isCapture = (part?.kind === 'document' && !part.stepUp) || part?.kind === 'face';
  const isFirst = captures.every(({ kind }) => kind === 'poa') && state.refusals === 0 && !state.trouble && !kit.retry;
  return usePhoneFirst && isCapture && isFirst && !state.isOnComputer && captureMethods(kit).phone;
}

export const facing = (kit: Kit): 'user' | 'environment' =>
  kit.part?.kind === 'face' || !kit.phone ? 'user' : 'environment';

/** A button for each way, the best first; all of them quiet where something else is meant first. */
export function methodButtons(kit: Kit, ways: CaptureMethods, quiet = false): HTMLElement[] {
  const buttons: HTMLElement[] = [];
  const second = () => quiet || buttons.length > 0;
  const useCamera = () => kit.send({ type: 'use_camera', granted: kit.camera.granted });
  const dropping = ways.files && !kit.phone && kit.part?.kind !== 'face';
  if (dropping) buttons.push(dropZone(kit, quiet));
  if (ways.camera) {
    const photo = dropping ? 'capture.webcam' : 'capture.camera';
    const key = isFilmed(kit.part) ? 'video.camera' : photo;
    buttons.push(button(kit, key, useCamera, { second: second(), icon: 'camera' }));
  }
  if (ways.native) {
    const capture = kit.part?.kind === 'face' ? 'user' : 'environment';
    buttons.push(fileButton(kit, 'capture.native', { capture, second: second(), icon: 'camera' }));
  }
  if (ways.files && !dropping) buttons.push(fileButton(kit, 'capture.file', { second: second(), icon: 'upload' }));
  if (ways.phone) {
    const press = () => kit.send({ type: 'hand_over' });
    buttons.push(button(kit, 'crossdevice.offer', press, { second: second(), icon: 'phone' }));
  }
  return buttons;
}

/** A button for files, and a place to drop them. */
function dropZone(kit: Kit, quiet: boolean): HTMLElement {
  const over = (is: boolean) => (event: Event) => {
    event.preventDefault();
    zone.classList.toggle('over', is);
  };
  const zone: HTMLElement = h(
    'div',
    {
      class: 'drop',
      ondragover: over(true),
      ondragleave: over(false),
      ondrop: (event: DragEvent) => {
        over(false)(event);
        const [file] = event.dataTransfer?.files ?? [];
        if (file) void takeFile(kit, file);
      },
    },
    fileButton(kit, 'capture.file', { second: quiet, icon: 'upload' }),
    h('p', {}, kit.words('span', 'capture.drop'), h('br'), kit.words('span', 'capture.file_types')),
  );
  return zone;
}
