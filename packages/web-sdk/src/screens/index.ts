import type { Screen } from '../flow/state.ts';
import type { ScreenView } from '../kit.ts';
import { blocked } from './blocked.ts';
import { camera } from './camera.ts';
import { country, type } from './choose.ts';
import { confirm, uploading } from './confirm.ts';
import { guide, permission } from './guide.ts';
import { complete, consent, ended, finished, welcome } from './words.ts';

export const screens: Readonly<Record<Screen, ScreenView>> = {
  ...{ welcome, consent, type, country, guide, permission, camera, blocked, confirm, uploading },
  ...{ complete, finished, ended },
};
