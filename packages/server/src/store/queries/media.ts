import type { MediaKind } from '../../base/media-kind.ts';
import { query, scoped, unsought } from '../query.ts';
import type { MediaRow } from '../schema.ts';
import { each, isAmong } from './each.ts';

export const insertMedia = scoped<Omit<MediaRow, 'account_id' | 'environment'>>()((from, p) =>
  from.insert('media', {
    id: p.id,
    kind: p.kind,
    applicant_id: p.applicant_id,
    created_at: p.created_at,
    file_size: p.file_size,
    sha256: p.sha256,
    storage_key: p.storage_key,
    data: p.data,
  }),
);

export const findMedia = scoped<{ id: string; kind: MediaKind }>()((from, p) =>
  from.select('media').selectAll().where('id', '=', p.id).where('kind', '=', p.kind),
);

/** Media of one kind of an applicant, newest first. */
export const listMedia = scoped<{ applicant_id: string; kind: MediaKind }>()((from, p) =>
  from
    .select('media')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .where('kind', '=', p.kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Everything that an applicant has uploaded, newest first. */
export const listAllMedia = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('media')
    .selectAll()
    .where('applicant_id', '=', p.applicant_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** Number of an applicant's uploads, without files of the case, and their bytes together; null for none. */
export const countMedia = scoped<{ applicant_id: string }>()((from, p) =>
  from
    .select('media')
    .select(({ fn }) => [fn.countAll<number>().as('n'), fn.sum<number | null>('file_size').as('bytes')])
    .where('applicant_id', '=', p.applicant_id)
    .where('kind', '<>', 'case_file'),
);

export const deleteMedia = scoped<{ id: string; kind: MediaKind }>()((from, p) =>
  from.delete('media').where('id', '=', p.id).where('kind', '=', p.kind),
);

/** Makes binary media a part of a document; changes no row when they have become that already, or are gone. */
export const claimBinaryMedia = scoped<Pick<MediaRow, 'id' | 'kind' | 'created_at' | 'data'>>()((from, p) =>
  from
    .update('media')
    .set({ kind: p.kind, created_at: p.created_at, data: p.data })
    .where('id', '=', p.id)
    .where('kind', '=', 'binary_media'),
);

/** Finds out whether a stored file belongs to a row; the sweeper asks it for files that look forgotten. */
export const mediaExists = query<{ id: string; account_id: string }>()((db, p, dialect) =>
  db
    .selectFrom('media')
    .select('id')
    .where('id', '=', p.id)
    .where(unsought(dialect, 'media.account_id'), '=', p.account_id),
);

/** The ids of a JSON array that media of an account have. */
export const existingMedia = query<{ ids: string; account_id: string }>()((db, p, dialect) =>
  db
    .selectFrom('media')
    .select('id')
    .where(unsought(dialect, 'media.account_id'), '=', p.account_id)
    .where(isAmong('id', each<string>(p.ids, dialect, 'text'), dialect)),
);

const pages = new Map<number, ReturnType<typeof pageBy>>();

const pageBy = (limit: number) =>
  query<{ after: string; before: number }>()((db, p) =>
    db
      .selectFrom('media')
      .select(['id', 'account_id', 'storage_key', 'created_at'])
      .where('id', '>', p.after)
      .where('created_at', '<', p.before)
      .orderBy('id')
      .limit(limit),
  );

/** The next media of all accounts that are older than `before`, Unix milliseconds, in the order of their ids. */
export function pageOfMedia(limit: number) {
  const known = pages.get(limit) ?? pageBy(limit);
  pages.set(limit, known);
  return known;
}

/** Media of any kind. */
export const findMediaById = scoped<{ id: string }>()((from, p) =>
  from.select('media').selectAll().where('id', '=', p.id),
);
