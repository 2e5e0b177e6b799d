import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '../cli/client.ts';
import { narration, type Print, WEBHOOK_TIMEOUT_MS } from './narration.ts';
import { openReceiver } from './receiver.ts';
import { drawSpecimen, holder } from './specimen.ts';

const capitalised = (name: string) => name.toLowerCase().replace(/\b./g, (letter) => letter.toUpperCase());

/**
 * Goes through the main job as a customer's server would: applicant, uploads, check, signed webhook, report, PDF.
 * Throws at the first step that doesn't go as it must.
 */
export async function runStory(client: Client, token: string, print: Print): Promise<void> {
  const { step, say, api, send, upload } = narration(client, token, print);

  step('Draw a specimen passport and a portrait of its holder');
  const { passport, portrait } = await drawSpecimen();
  const folder = mkdtempSync(join(tmpdir(), 'bonafide-demo-'));
  writeFileSync(join(folder, 'passport.png'), passport);
  writeFileSync(join(folder, 'portrait.png'), portrait);
  say(`${folder}/passport.png, portrait.png`);

  step('Open a webhook endpoint on this machine and register it');
  const receiver = await openReceiver();
  let webhookId: string | undefined;
  try {
    const { body: webhook } = await api('POST', '/webhooks', 201, { json: { url: receiver.url } });
    webhookId = webhook.id;
    receiver.trust(webhook.token);

    step('Create an applicant, with location and consents');
    const { body: applicant } = await api('POST', '/applicants', 201, {
      json: {
        first_name: capitalised(holder.givenNames),
        last_name: capitalised(holder.surname),
        dob: '1990-08-12',
        location: { ip_address: '127.0.0.1', country_of_residence: 'GBR' },
        consents: [{ name: 'privacy_notices_read', granted: true }],
      },
    });
    say(`${applicant.first_name} ${applicant.last_name}, id ${applicant.id}`);

    step('Upload the passport and a live photo');
    const of = { applicant_id: applicant.id as string };
    await upload('/documents', 'passport.png', passport, { ...of, type: 'passport', issuing_country: 'GBR' });
    await upload('/live_photos', 'portrait.png', portrait, of);

    step('Create a check');
    const { body: check } = await api('POST', '/checks', 201, {
      json: { ...of, report_names: ['document', 'facial_similarity_photo'] },
    });
    say(`id ${check.id}, ${check.status}`);

    step('Wait for the webhook');
    const event = await receiver.wait('check.completed', check.id, WEBHOOK_TIMEOUT_MS);
    for (const { action, resource } of receiver.received) say(`received ${action} ${resource}`);
    say(event.body.toString());
    say(`X-SHA2-Signature ${event.signature}: verified over the ${event.body.length} received bytes`);

    step('Read the check and its reports');
    const { body: done } = await api('GET', `/checks/${check.id}`, 200);
    if (done.status !== 'complete') throw new Error(`The check is ${done.status}`);
    const summary: string[] = [];
    for (const id of done.report_ids as string[]) {
      const { body: report } = await api('GET', `/reports/${id}`, 200);
      summary.push(`${report.name}: ${report.result}`);
      for (const [name, { result }] of Object.entries(report.breakdown as Record<string, { result: string }>)) {
        say(`  ${name}: ${result}`);
      }
    }

    step('Download the check as PDF');
    const pdf = await api('GET', `/checks/${check.id}/download`, 200);
    if (!pdf.bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('The answer is not a PDF');
    writeFileSync(join(folder, 'check.pdf'), pdf.bytes);
    say(`${folder}/check.pdf, ${pdf.bytes.length} bytes`);

    print(`\nDone. The check is ${done.status}, its result ${done.result} (${summary.join(', ')}).`);
    print('The webhook was signed by the service and verified. Pictures and PDF are in the folder:');
    print(`  ${folder}\n`);
  } finally {
    if (webhookId !== undefined) await send('DELETE', `/webhooks/${webhookId}`);
    await receiver.close();
  }
}
