/** Contents of the service's ready file. */
export interface Ready {
  readonly base_url: string;
  readonly http_base_url: string;
  readonly ca_file: string;
  readonly sandbox_token: string;
  readonly live_token: string;
  readonly operator_key: string;
}

type Operated = Pick<Ready, 'http_base_url' | 'operator_key'>;

/** Requests a minute: the highest that an account may have, so that limiting does its work and refuses nobody. */
const NO_HINDRANCE = 1_000_000;

/** Makes one request of the operator interface; resolves to the JSON of its answer. Throws when it isn't a success. */
export async function operate<T>(
  { http_base_url, operator_key }: Operated,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${http_base_url}/operator/v1${path}`, init);
  if (!answer.ok) throw new Error(`The operator interface answered ${answer.status}: ${await answer.text()}`);
  return answer.json() as Promise<T>;
}

/** Makes an account that no rate limit hinders; returns a token of it. */
export async function newAccount(service: Operated, name: string, environment: 'sandbox' | 'live'): Promise<string> {
  const { id } = await operate<{ id: string }>(service, 'POST', '/accounts', { name });
  await raiseLimits(service, id);
  const asked = { environment, name: 'bench' };
  return (await operate<{ token: string }>(service, 'POST', `/accounts/${id}/tokens`, asked)).token;
}

/** Raises the rate limits of an account as far as they go. */
export async function raiseLimits(service: Operated, accountId: string): Promise<void> {
  const limits = { rate_limit_live: NO_HINDRANCE, rate_limit_sandbox: NO_HINDRANCE };
  await operate(service, 'PATCH', `/accounts/${accountId}`, limits);
}
