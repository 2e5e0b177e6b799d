import Type from 'typebox';
import { NullableString } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import type { Media } from '../../media/media.ts';
import { mediaFields, presentMedia } from './media.ts';
import { Id } from './schemas.ts';

/** A document as v3 shows it; capture SDKs get it in every version. */
export const Document = Type.Object(
  {
    id: Id,
    created_at: mediaFields.created_at,
    file_name: mediaFields.file_name,
    file_type: Type.String({ description: 'Extension of the stored file' }),
    file_size: mediaFields.file_size,
    type: Type.String(),
    side: NullableString,
    issuing_country: NullableString,
    applicant_id: Id,
    href: mediaFields.href,
    download_href: mediaFields.download_href,
  },
  { title: 'Document' },
);

export function presentDocument(document: Media, version: Version) {
  return {
    ...presentMedia('documents', document, version),
    file_type: document.extension,
    type: document.type ?? 'unknown',
    side: document.side ?? null,
    issuing_country: document.issuing_country ?? null,
    applicant_id: document.applicant_id,
  };
}
