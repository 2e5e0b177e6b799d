import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { download, pathOf } from '../api.ts';
import { ErrorPanel } from '../page-layout.tsx';
import { useMay, usePlace } from '../session.ts';
import type { Upload } from '../types.ts';
import { plain, time, words } from '../words.ts';

/** The uploads of an applicant as tiles. Pictures are loaded once the member asks for them: each is an opening in the audit log. */
export function Uploads({ uploads }: { uploads: readonly Upload[] }) {
  const may = useMay();
  const [shown, show] = useState(false);
  const { applicant: say } = words;
  return (
    <>
      {may('media.open') && !shown && (
        <p>
          <button type="button" onClick={() => show(true)}>
            {say.show}
          </button>{' '}
          <span className="quiet">{say.showHint}</span>
        </p>
      )}
      <ul className="tiles">
        {uploads.map((upload) => (
          <Tile key={upload.id} upload={upload} shown={shown} />
        ))}
      </ul>
    </>
  );
}

function Tile({ upload, shown }: { upload: Upload; shown: boolean }) {
  const place = usePlace();
  const may = useMay();
  const { id, kind, type, side, file_name, file_size, created_at } = upload;
  const path = `${pathOf(place)}/media/${id}`;
  const original = useMutation({ mutationFn: () => download(`${path}?size=original`) });
  const name = [type ? plain(type) : plain(kind), side && plain(side)].filter(Boolean).join(', ');
  return (
    <li className="card">
      {shown && <img src={`/dashboard/api${path}`} alt={name} loading="lazy" />}
      <strong>{name}</strong>
      <span className="quiet">
        {file_name}, {Math.ceil(file_size / 1024)} KB, {time(created_at)}
      </span>
      {may('media.open') && (
        <button type="button" disabled={original.isPending} onClick={() => original.mutate()}>
          {words.applicant.original}
        </button>
      )}
      {original.error && <ErrorPanel error={original.error} />}
    </li>
  );
}
