import fc from 'fast-check';
import { expect } from 'vitest';
import { isActive, prefer } from '../model.ts';
import { command, which } from './command.ts';

const documents = [
  { type: 'passport', country: 'GBR' },
  { type: 'passport', country: 'GBR' },
  { type: 'driving_licence', country: 'GBR' },
  { type: 'utility_bill', country: 'GBR' },
  { type: 'utility_bill', country: 'FRA' },
  { type: 'utility_bill', country: null },
  { type: 'passport', country: 'PRK' },
] as const;

const uploadDocument = command({
  name: 'uploadDocument',
  parameters: { applicant: which, document: fc.constantFrom(...documents) },
  ready: ({ applicants }) => applicants.length > 0,
  async run({ model, as, generation }, { applicant: n, document }) {
    const { id, tenant, state, documents: known } = prefer(model.applicants, isActive, n);
    // v1 doesn't know of issuing countries.
    const sent = generation === 'v1' ? { ...document, country: null } : document;
    const { status, body } = await as(tenant).uploadDocument(id, sent);
    expect(status).toBe(state === 'active' ? 201 : 410);
    if (state === 'active') known.push({ id: body.id, at: model.now, ...sent });
  },
});

const uploadPhoto = command({
  name: 'uploadPhoto',
  parameters: { applicant: which },
  ready: ({ applicants }) => applicants.length > 0,
  async run({ model, as }, { applicant: n }) {
    const { id, tenant, state, photos } = prefer(model.applicants, isActive, n);
    const { status, body } = await as(tenant).uploadPhoto(id);
    expect(status).toBe(state === 'active' ? 201 : 410);
    if (state === 'active') photos.push({ id: body.id, at: model.now });
  },
});

export const mediaCommands = [uploadDocument, uploadDocument, uploadPhoto];
