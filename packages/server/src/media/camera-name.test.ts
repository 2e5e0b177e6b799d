import { expect, test } from 'vitest';
import { namesModel } from './camera-name.ts';

test.each([
  'HD Pro Webcam C920 (046d:082d)',
  'HD Pro Webcam C920',
  'Logitech Webcam C922x Pro',
  'Logitech BCC950 ConferenceCam',
  'HP w200 HD Webcam',
])('%s names a model', (name) => {
  expect(namesModel(name)).toBe(true);
});

test.each([
  // Phones and tablets, in the language of the device.
  'Front Camera',
  'Back Camera',
  'Back Dual Wide Camera',
  'Frontkamera',
  'Caméra arrière',
  '前置镜头',
  'camera2 0, facing back',
  'camera2 12, facing front',
  'camera 1, facing front',
  'Facing front:1',
  // Cameras that are built in.
  'FaceTime HD Camera',
  'FaceTime HD Camera (Built-in) (05ac:8514)',
  'MacBook Pro Camera (0000:0001)',
  'Integrated Camera',
  'Integrated Camera (04f2:b6d0)',
  'Integrated_Webcam_1.3M',
  'HP Wide Vision HD Camera (0408:5365)',
  'HD 720p Webcam',
  'HD1080 Camera',
  'USB2.0 HD UVC WebCam (13d3:56a2)',
  'USB20 Camera',
  // Programs, by which strangers would be one.
  'OBS Virtual Camera',
  'e2eSoft VCam',
  'Dummy video device (0x0000)',
  'video0',
  '',
])('%s names none', (name) => {
  expect(namesModel(name)).toBe(false);
});
