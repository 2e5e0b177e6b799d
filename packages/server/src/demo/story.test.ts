import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, openClient } from '../cli/client.ts';
import { startService, type TestService } from '../testing/service.ts';
import { runStory } from './story.ts';

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService({ realTime: true });
  client = await openClient({ url: service.baseUrl, ca: service.ca });
});
afterAll(async () => {
  await client.close();
  await service.close();
});

test('the demo goes through and leaves no webhook behind', async () => {
  const lines: string[] = [];
  await runStory(client, service.sandboxToken, (line) => lines.push(line));
  const text = lines.join('\n');
  expect(text).toMatch(/verified over the \d+ received bytes/);
  expect(text).toContain('The check is complete, its result clear (facial_similarity_photo: clear, document: clear).');
  expect((await service.get('/v3.6/webhooks')).body.webhooks).toEqual([]);
  rmSync((lines.at(-1) as string).trim(), { recursive: true });
});

test('the demo fails at the first step that goes wrong', async () => {
  const failed = runStory(client, 'api_sandbox.wrong', () => {});
  await expect(failed).rejects.toThrow(/^the status 201 was expected\. Answer: .*authorization_error/);
});
