import { holdTransaction } from '../../testing/held-transaction.ts';
import type { Answer, TestService } from '../../testing/service.ts';

const names = { first_name: 'Anna', last_name: 'Berg' };

type Raised = Record<'idempotency_key_in_use' | 'idempotency_key_reused', () => Promise<Answer>>;

/** Requests that raise the errors of idempotency keys, of any version. `at` is the path of the version. */
export function idempotencyErrors(service: TestService, at: string): Raised {
  return {
    idempotency_key_in_use: async () => {
      const held = holdTransaction(service.services.store);
      const create = () => service.post(`${at}/applicants`, names, { headers: { 'idempotency-key': 'in-use' } });
      const first = create();
      await held.waiting;
      const second = await create();
      held.release();
      await first;
      return second;
    },
    idempotency_key_reused: async () => {
      const headers = { 'idempotency-key': 'reused' };
      await service.post(`${at}/applicants`, names, { headers });
      return service.post(`${at}/applicants`, { ...names, first_name: 'Berta' }, { headers });
    },
  };
}
