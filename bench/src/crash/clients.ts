import type { Api } from './api.ts';
import { Ledger } from './ledger.ts';
import { type Load, runClient } from './load.ts';
import { drawPictures } from './pictures.ts';
import type { Random } from './random.ts';
import type { Receiver } from './receiver.ts';

/** Clients at work. */
export interface Clients {
  readonly ledger: Ledger;
  /** Account of the tokens that the clients use. */
  readonly accountId: string;
  /** Resolves when each client has ended its last request. */
  stop(): Promise<void>;
}

/** Registers the webhooks of a receiver, and starts so many clients. */
export async function startClients(api: Api, receiver: Receiver, random: Random, count: number): Promise<Clients> {
  await register(api, receiver);
  const { body } = await api.operate('GET', '/accounts');
  const ledger = new Ledger();
  const accountId: string = body.accounts[0].id;
  const load: Load = { api, ledger, random, pictures: await drawPictures(random), accountId };
  let stopped = false;
  const running = Array.from({ length: count }, () => runClient(load, () => stopped));
  return {
    ledger,
    accountId,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

async function register(api: Api, receiver: Receiver): Promise<void> {
  for (const webhook of receiver.webhooks) {
    const { status, body } = await api.call('POST', '/webhooks', { url: receiver.url + webhook });
    if (status !== 201) throw new Error(`No webhook could be registered: ${JSON.stringify(body)}`);
    receiver.trust(webhook, body.token);
  }
}
