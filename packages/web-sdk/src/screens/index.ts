import { isFilmed } from '../flow/plan.ts';
import type { Screen } from '../flow/state.ts';
import type { ScreenView } from '../kit.ts';
import { blocked } from './blocked.ts';
import { camera } from './camera.ts';
import { country, type } from './choose.ts';
import { confirm, uploading } from './confirm.ts';
import { crossDevice } from './cross-device.ts';
import { data } from './data.ts';
import { guide, permission } from './guide.ts';
import { passkey } from './passkey.ts';
import { record } from './record.ts';
import { signature } from './signature.ts';
import { stepUp } from './step-up.ts';
import { wallet } from './wallet.ts';
import { welcome } from './welcome.ts';
import { complete, consent, ended, finished, waiting } from './words.ts';

/** Faces and documents are photographed, or filmed. */
const capture: ScreenView = (kit) => (isFilmed(kit.part) ? record(kit) : camera(kit));

export const screens: Readonly<Record<Screen, ScreenView>> = {
  welcome,
  consent,
  type,
  country,
  guide,
  permission,
  camera: capture,
  blocked,
  confirm,
  uploading,
  hand_over: crossDevice,
  wallet,
  data,
  passkey,
  signature,
  step_up: stepUp,
  waiting,
  complete,
  finished,
  ended,
};
