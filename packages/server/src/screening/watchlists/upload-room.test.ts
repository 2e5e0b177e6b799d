import { rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../../testing/small-disk.ts';
import { UploadRoom } from './upload-room.ts';

const MIB = 1024 * 1024;
const data = tmpdir();
const unavailable = (message: RegExp) => ({
  type: 'unavailable',
  retryAfter: 60,
  message: expect.stringMatching(message),
});

test('takes so many uploads and bytes at once, and again after some have ended', async () => {
  const room = new UploadRoom({ data, minFreeSpace: 0 }, { uploads: 2, bytes: 3 * MIB });
  const first = await room.enter(2 * MIB);
  await expect(room.enter(2 * MIB)).rejects.toMatchObject(unavailable(/too large together/));
  const second = await room.enter(MIB);
  await expect(room.enter(0)).rejects.toMatchObject(unavailable(/^The files of 2 imports are already waiting/));
  first.leave();
  first.leave();
  const third = await room.enter(2 * MIB);
  await expect(room.enter(0)).rejects.toMatchObject(unavailable(/^The files of 2/));
  second.leave();
  third.leave();
});

test('refuses a body that grows beyond what it announced', async () => {
  const room = new UploadRoom({ data, minFreeSpace: 0 }, { uploads: 2, bytes: 100 * MIB });
  const place = await room.enter(0);
  await place.take(64 * MIB);
  await expect(place.take(64 * MIB)).rejects.toMatchObject(unavailable(/too large together/));
});

const probe = mountSmallDisk(1);
probe?.drop();

test.skipIf(!probe)('looks at the disk before and while files come (needs a user that may mount)', async () => {
  const disk = mountSmallDisk(300) as SmallDisk;
  try {
    const room = new UploadRoom({ data: disk.path, minFreeSpace: 100 });
    await expect(room.enter(201 * MIB)).rejects.toMatchObject(unavailable(/no room/));
    const place = await room.enter(150 * MIB);
    // Room that another upload has announced is not free for this one.
    await expect(room.enter(100 * MIB)).rejects.toMatchObject(unavailable(/no room/));
    await place.take(64 * MIB);
    disk.fill();
    await expect(place.take(64 * MIB)).rejects.toMatchObject(unavailable(/no room/));
    place.leave();
    rmSync(`${disk.path}/filler`);
    expect(statfsSync(disk.path).bavail).toBeGreaterThan(0);
    (await room.enter(199 * MIB)).leave();
  } finally {
    disk.drop();
  }
});
