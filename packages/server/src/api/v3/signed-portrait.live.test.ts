import sharp from 'sharp';
import { expect, test } from 'vitest';
import { symbolOf } from '../../../../verification/src/barcode/testing.ts';
import { ERIKA, sealFor, sealIssuer } from '../../../../verification/src/seal/testing.ts';
import { useService } from '../../testing/service.ts';
import { face } from './testing/facial.ts';
import { storyOf } from './testing/story.ts';

const service = useService({ settings: { analysis: 'on' } });
const issuer = sealIssuer('claim_169');
const asOperator = () => ({ token: null, headers: { authorization: `Bearer ${service.operatorKey}` } });

/** A card with the printed portrait of one person, and a signed code that holds the portrait of another, 80 pixels wide. */
async function cardOf(printed: string, signed: string): Promise<Buffer> {
  const portrait = await sharp(face(signed, 'smiling')).resize(80, 100).jpeg({ quality: 35 }).toBuffer();
  const code = await symbolOf(sealFor(issuer, { ...ERIKA, portrait }), 'QRCode', 3);
  const print = [
    'CARTE NATIONALE D IDENTITE',
    'NOM MUSTERFRAU',
    'PRENOMS ERIKA',
    'NE LE 12.08.1983',
    'NUMERO L01X00T47',
  ];
  const lines = print.map((line, i) => `<text x="600" y="${640 + 60 * i}" font-size="40">${line}</text>`).join('');
  return sharp({ create: { width: 1600, height: 1008, channels: 3, background: '#d8dfe6' } })
    .composite([
      { input: await sharp(face(printed)).resize(400).toBuffer(), left: 60, top: 200 },
      { input: code, left: 1000, top: 60 },
      { input: Buffer.from(`<svg width="1600" height="1008">${lines}</svg>`) },
    ])
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** Sources that confirm the portrait, and the leaf of the portrait. */
async function portraitOf(card: Buffer) {
  const call = { token: service.liveToken };
  const story = storyOf(service, 'v3.6');
  const applicant_id = await story.applicant({ first_name: 'Erika', last_name: 'Musterfrau' }, call);
  const file = { name: 'card.jpg', bytes: card, type: 'image/jpeg' };
  const fields = { applicant_id, type: 'national_identity_card', issuing_country: 'TGO' };
  expect((await story.upload('documents', fields, file, call)).status).toBe(201);
  service.clock.advance(1000);
  const { reports } = await story.completed({ applicant_id, report_names: ['document'] }, call);
  const path = `/operator/v1/accounts/${service.account.id}/reports/${reports[0].id}`;
  const { evidence, leaves } = (await service.get(path, asOperator())).body;
  const { confirmed_by } = evidence.found.find(({ forgery }: { forgery: string }) => forgery === 'portrait');
  const sources = confirmed_by.map(({ source }: { source: string }) => source);
  return { sources, leaf: leaves['visual_authenticity.picture_face_integrity'] };
}

test('a small portrait in a signed code confirms the print of its holder, and accuses the print of another person', async () => {
  const { token, headers } = asOperator();
  const loaded = await service.call('POST', '/operator/v1/seal_keys?source=togo&scheme=claim_169&country=TGO', {
    token,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    raw: Buffer.from(issuer.key.der),
  });
  expect(loaded.status).toBe(200);
  const own = await portraitOf(await cardOf('010', '010'));
  expect(own.sources).toContain('seal_portrait');
  const other = await portraitOf(await cardOf('010', '126'));
  expect(other.sources).not.toContain('seal_portrait');
  expect(other.leaf.reason).toBe('The printed portrait and the signed portrait in the barcode show different people');
});
