import { label } from '../../exports/printable.ts';
import type { Picture } from '../../exports/sheet-content.ts';
import type { CheckPictures, PortraitSource } from '../../media/check-pictures.ts';
import type { Media } from '../../media/media.ts';

const PORTRAITS: Readonly<Record<PortraitSource, string>> = {
  live_photo: 'Live photo',
  live_video: 'From the live video',
  chip: 'Portrait on the chip',
  document: 'Portrait on the document',
};

/** The pictures of a check with the captions that a document prints below them. */
export function captioned({ portrait, documents }: CheckPictures): { portrait?: Picture; documents: Picture[] } {
  return {
    ...(portrait && { portrait: { ...portrait.picture, caption: PORTRAITS[portrait.source] } }),
    documents: documents.map(({ picture, media }) => ({ ...picture, caption: captionOf(media) })),
  };
}

/** `Passport, front, GBR` */
function captionOf({ type = 'document', side, issuing_country }: Media): string {
  return [label(type), side, issuing_country].filter(Boolean).join(', ');
}
