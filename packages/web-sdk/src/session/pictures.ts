import type { Kit } from '../kit.ts';
import type { Captured } from '../result.ts';
import type { Picture } from '../upload/picture.ts';
import type { Upload, Uploader } from '../upload/uploader.ts';

export type Pictures = ReturnType<typeof makePictures>;

/**
 * The picture that is confirmed and uploaded at present, and everything that the service has taken.
 *
 * @param earlier captures from before a reload of the page
 */
export function makePictures(uploader: Uploader, earlier: readonly Captured[] = []) {
  const captures: Captured[] = [...earlier];
  let picture: Kit['picture'];

  function discard(): void {
    if (picture) URL.revokeObjectURL(picture.url);
    picture = undefined;
  }

  return {
    captures,
    current: () => picture,
    discard,

    /** Keeps a picture in place of the previous one. */
    put(file: Picture): void {
      discard();
      picture = { file, url: URL.createObjectURL(file.blob) };
    },

    /** Uploads the picture, if one exists and its content is known. */
    upload(about: Omit<Upload, 'file'>): void {
      if (!picture || (about.part?.kind !== 'face' && !about.choice)) return;
      void uploader.upload({ file: picture.file, ...about });
    },

    /**
     * Records that the picture is final; returns what the service knows it by, if it was uploaded here.
     *
     * @param listed whether `onComplete` gets it
     */
    settle(listed: boolean): Captured | undefined {
      const delivered = uploader.delivered();
      if (delivered && listed) captures.push(delivered);
      discard();
      return delivered;
    },
  };
}
