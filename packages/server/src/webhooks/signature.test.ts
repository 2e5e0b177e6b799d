import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatures, verify } from './signature.ts';

const token = 'kQ3zV8mT1xR6bN0cJ7hL2wY5pS9dF4_-';
const payload3 =
  '{"payload":{"resource_type":"check","action":"check.completed","object":{"id":"5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11","status":"complete","completed_at_iso8601":"2026-01-15T09:30:00Z","href":"https://api.example.test/v3.6/checks/5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11"}}}';
const payload1 =
  '{"payload":{"resource_type":"check","action":"check.completed","object":{"id":"5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11","status":"complete","completed_at":"2026-01-15 09:30:00 UTC","href":"https://api.example.test/v1/applicants/0d3e2f4a-8b61-4c55-a1d7-7e6f5c4b3a21/checks/5a1c7c1e-6f0b-4d3a-9f57-2b9d4e8c0a11"}}}';

describe('the worked examples of the document', () => {
  it('payload 3', () => {
    expect(signatures(token, payload3)).toEqual({
      'X-SHA2-Signature': 'cd2a97abc16820f2db10dcb1d947cb4aac46be4e1d7326b3a6e9d1afabe7309d',
      'X-Signature': '78c2f16b3ba3658b0889a089b632c3208994c42b',
    });
  });

  it('payload 1', () => {
    expect(signatures(token, payload1)).toEqual({
      'X-SHA2-Signature': '6a7fd68693951b449e89b038c6d73a03f656014f448f8715df0bb3786e2c0bd5',
      'X-Signature': '444c3bf2eb4ded3d18c9a369f73a4108ed6f9729',
    });
  });

  it('a body serialised again has another signature and does not verify', () => {
    const indented = JSON.stringify(JSON.parse(payload3), null, 2);
    const sent = signatures(token, payload3)['X-SHA2-Signature'];
    expect(signatures(token, indented)['X-SHA2-Signature']).toBe(
      'ddafc6325a831c3cd182b74b18af1053fbeb8a5642e63acc7e433eb3a843c5d2',
    );
    expect(verify(token, indented, sent)).toBe(false);
    expect(verify(token, payload3, sent)).toBe(true);
  });
});

describe('verify', () => {
  it('accepts its own signatures on bytes and on text, under their own header only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (key, body) => {
        const sent = signatures(key, body);
        expect(verify(key, Buffer.from(body), sent['X-SHA2-Signature'])).toBe(true);
        expect(verify(key, body, sent['X-Signature'], 'X-Signature')).toBe(true);
        expect(verify(key, body, sent['X-Signature'])).toBe(false);
        expect(verify(`${key}x`, body, sent['X-SHA2-Signature'])).toBe(false);
        expect(verify(key, `${body} `, sent['X-SHA2-Signature'])).toBe(false);
      }),
    );
  });

  it('refuses values of any shape', () => {
    const sent = signatures(token, payload3)['X-SHA2-Signature'];
    for (const value of ['', sent.toUpperCase(), sent.slice(1), `sha256=${sent}`, `${sent} `, 'é'.repeat(32)]) {
      expect(verify(token, payload3, value)).toBe(false);
    }
  });
});
