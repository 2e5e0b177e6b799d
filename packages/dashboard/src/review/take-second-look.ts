import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ask, pathOf } from '../api.ts';
import type { WaitingSecondLook } from '../api-types.ts';
import { usePlace } from '../session.ts';
import { held } from './held.ts';

/** Claims the next second look and opens its report; opens the list of second looks where none is left. */
export function useTakeLook() {
  const place = usePlace();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () =>
      ask<WaitingSecondLook | undefined>('POST', `${pathOf(place)}/second_looks/take`, {
        except: held.all().map(({ report }) => report),
      }),
    onSuccess: (next) => navigate({ href: `${pathOf(place)}/${next ? `reports/${next.report_id}` : 'second-looks'}` }),
  });
}
