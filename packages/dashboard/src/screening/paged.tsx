import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import { usePlace } from '../shell.tsx';
import { words } from '../words.ts';

/** Rows of a page. */
const PER_PAGE = 20;

/** A page of a list of the environment; its number is part of the address. */
export function usePaged<T extends { readonly total: number }>(name: string) {
  const place = usePlace();
  const { page = 1 } = useSearch({ strict: false }) as { page?: number };
  const query = useQuery({
    queryKey: [name, place.account, place.environment, page],
    queryFn: () => ask<T>('GET', `${pathOf(place)}/${name}?page=${page}&per_page=${PER_PAGE}`),
  });
  return { ...query, page };
}

/** Buttons that lead to the pages before and after. */
export function Pager({ page, total }: { page: number; total: number }) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as object;
  if (total <= PER_PAGE) return null;
  const open = (to: number) => void navigate({ to: '.', search: { ...search, page: to } } as never);
  return (
    <div className="buttons">
      <button type="button" disabled={page <= 1} onClick={() => open(page - 1)}>
        {words.screening.previous}
      </button>
      <button type="button" disabled={page * PER_PAGE >= total} onClick={() => open(page + 1)}>
        {words.screening.next}
      </button>
    </div>
  );
}
