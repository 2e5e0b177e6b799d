import type { Page } from 'playwright-core';

const kind = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const;

async function openAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = { ...kind, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
  const credentials = async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
  return {
    credentials,
    async add(given: Awaited<ReturnType<typeof credentials>>): Promise<void> {
      for (const credential of given) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
    /** Lets its person decline. */
    async refuse(is: boolean): Promise<void> {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !is });
    },
  };
}

export type VirtualAuthenticator = Awaited<ReturnType<typeof openAuthenticator>>;

/** Gives a page a virtual authenticator, which answers for its person. `from` has its credentials already. */
export async function addAuthenticator(page: Page, from?: VirtualAuthenticator): Promise<VirtualAuthenticator> {
  const authenticator = await openAuthenticator(page);
  if (from) await authenticator.add(await from.credentials());
  return authenticator;
}
