import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A PDF of one page that says something, in 2 KB and more.
 *
 * @param more entries of the catalog and of the page, and further objects, numbered from 6
 */
export function plainPdf(
  text: string,
  more: { readonly catalog?: string; readonly page?: string; readonly objects?: readonly string[] } = {},
): Buffer {
  const { catalog = '', page = '', objects: further = [] } = more;
  const content = `BT /F1 24 Tf 40 100 Td (${text}) Tj ET\n%${'x'.repeat(2100)}`;
  const resources = '/Resources << /Font << /F1 5 0 R >> >>';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R ${resources} ${page}>>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...further,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Root 1 0 R /Size ${size} >>\n`;
  return Buffer.from(`${file}startxref\n${start}\n%%EOF\n`, 'latin1');
}

/** Workflows of the tests, by purpose. */
export const workflowIds = {
  sample: '5b0f3c1a-7d42-4e0e-9a3c-2f6d8e1b4a70',
  nothing: '11111111-1111-4111-8111-111111111111',
  profile: '22222222-2222-4222-8222-222222222222',
  client: '33333333-3333-4333-8333-333333333333',
  checkOnly: '44444444-4444-4444-8444-444444444444',
  videos: '55555555-5555-4555-8555-555555555555',
  reports: '66666666-6666-4666-8666-666666666666',
  blocks: '77777777-7777-4777-8777-777777777777',
  review: '88888888-8888-4888-8888-888888888888',
  simpleSignature: 'e0000000-0000-4000-8000-000000000001',
  advancedSignature: 'e0000000-0000-4000-8000-000000000002',
  qualifiedSignature: 'e0000000-0000-4000-8000-000000000003',
  signedByApplicant: 'e0000000-0000-4000-8000-000000000004',
  signedWithCode: 'e0000000-0000-4000-8000-000000000005',
  qualifiedUploads: 'e0000000-0000-4000-8000-000000000006',
  notices: 'd0000000-0000-4000-8000-000000000002',
  teamNotice: 'd0000000-0000-4000-8000-000000000005',
  translatedNotice: 'd0000000-0000-4000-8000-00000000000f',
  noticeBesideSignature: 'd0000000-0000-4000-8000-00000000000d',
  noticeBesideEnd: 'd0000000-0000-4000-8000-00000000000e',
  licence: 'd0000000-0000-4000-8000-000000000001',
  identityPart: 'd0000000-0000-4000-8000-000000000003',
  identityWhole: 'd0000000-0000-4000-8000-000000000004',
  screening: 'd0000000-0000-4000-8000-000000000006',
  pause: 'd0000000-0000-4000-8000-000000000009',
  repeatedFace: 'd0000000-0000-4000-8000-00000000000a',
  repeatedPair: 'd0000000-0000-4000-8000-00000000000b',
  secondTry: 'd0000000-0000-4000-8000-00000000000c',
  faceOfClient: 'f0000000-0000-4000-8000-000000000001',
  faceCaptured: 'f0000000-0000-4000-8000-000000000002',
  returningFace: 'f0000000-0000-4000-8000-000000000003',
  passkeyMade: 'c0000000-0000-4000-8000-000000000001',
  passkeyUsed: 'c0000000-0000-4000-8000-000000000002',
  passkeyMadeByDevice: 'c0000000-0000-4000-8000-000000000003',
  passkeyUsedByDevice: 'c0000000-0000-4000-8000-000000000004',
  wallet: 'b0000000-0000-4000-8000-000000000001',
  walletOnly: 'b0000000-0000-4000-8000-000000000002',
  age: 'b0000000-0000-4000-8000-000000000003',
  ageWallet: 'b0000000-0000-4000-8000-000000000004',
} as const;

const signatures: readonly [id: string, name: string, steps: string][] = [
  [
    workflowIds.simpleSignature,
    'simple',
    '{task: simple_electronic_signature, documents: [applicant, {file: terms.pdf}]}',
  ],
  [workflowIds.advancedSignature, 'advanced', '{task: advanced_electronic_signature}'],
  [
    workflowIds.qualifiedSignature,
    'qualified',
    '{task: qualified_electronic_signature, documents: [{url: start.document_to_sign_url}]}',
  ],
  [
    workflowIds.signedByApplicant,
    'by-applicant',
    '{task: simple_electronic_signature, sandbox: applicant, documents: [applicant, {file: terms.pdf}]}',
  ],
  [
    workflowIds.qualifiedUploads,
    'qualified-uploads',
    '{task: qualified_electronic_signature, documents: [applicant, {file: terms.pdf}]}',
  ],
  [workflowIds.signedWithCode, 'with-code', '{task: advanced_electronic_signature, sandbox: applicant}'],
];

const faces: readonly [id: string, name: string, steps: string, decide: string][] = [
  [workflowIds.faceOfClient, 'of-client', '[{task: biometric_token}]', '[{outcome: review}]'],
  [
    workflowIds.faceCaptured,
    'captured',
    '[{task: face_photo}, {task: biometric_token}]',
    '[{if: {value: biometric_token.created, is: true}, outcome: approve}, {outcome: decline}]',
  ],
  [
    workflowIds.returningFace,
    'returning',
    '[{task: face_photo}, {task: face_authentication}, {if: {value: face_authentication.result, is: review}, ' +
      'then: [{task: manual_review}]}]',
    '[{if: {value: face_authentication.result, is: clear}, outcome: approve}, ' +
      '{if: {value: manual_review.choice, is: approve}, outcome: approve}, {outcome: decline}]',
  ],
];

const passkeys: readonly [id: string, name: string, kind: string, more: string, holds: string][] = [
  [workflowIds.passkeyMade, 'made', 'passkey_enrollment', '', 'enrolled'],
  [workflowIds.passkeyUsed, 'used', 'passkey_authentication', '', 'authenticated'],
  [workflowIds.passkeyMadeByDevice, 'made-by-device', 'passkey_enrollment', ', sandbox: applicant', 'enrolled'],
  [
    workflowIds.passkeyUsedByDevice,
    'used-by-device',
    'passkey_authentication',
    ', sandbox: applicant',
    'authenticated',
  ],
];

const files: readonly [name: string, text: string][] = [
  ['terms.pdf', plainPdf('Terms').toString('latin1')],
  ...signatures.map(([id, name, step]): [string, string] => [
    `signature-${name}.yaml`,
    `id: ${id}\nversion: 1\nname: Signature ${name}\nsteps:\n  - ${step}\ndecide:\n  - {outcome: approve}\n`,
  ]),
  [
    'pause.yaml',
    `id: ${workflowIds.pause}\nversion: 1\nname: A pause\nsteps: [{task: wait, hours: 2}]\ndecide: [{outcome: approve}]\n`,
  ],
  [
    'repeated-face.yaml',
    `id: ${workflowIds.repeatedFace}
version: 1
name: A face that may be taken three times
steps:
  - {task: document_photo}
  - repeat:
      - {task: face_photo}
      - {task: check, reports: [document, facial_similarity_photo]}
    until: {report: facial_similarity_photo, result: clear}
    at_most: 3
decide: [{check: clear, outcome: approve}, {outcome: review}]
`,
  ],
  [
    'repeated-pair.yaml',
    `id: ${workflowIds.repeatedPair}
version: 1
name: A document and a face that may be taken twice
steps:
  - repeat:
      - {task: document_photo}
      - {task: face_photo}
      - {task: check, reports: [document, facial_similarity_photo]}
    until: {check: clear}
    at_most: 2
  - {task: proof_of_address}
decide: [{check: clear, outcome: approve}, {outcome: review}]
`,
  ],
  [
    'second-try.yaml',
    `id: ${workflowIds.secondTry}
version: 1
name: What failed is taken again
steps:
  - {task: document_photo}
  - {task: face_photo}
  - {task: check, reports: [document, facial_similarity_photo]}
  - if: {not: {report: document, result: clear}}
    then: [{task: document_photo, name: document_again}]
  - repeat:
      - if: {not: {report: facial_similarity_photo, result: clear}}
        then: [{task: face_photo, name: face_again}]
      - {task: check, name: check_again, reports: [document, facial_similarity_photo]}
    until: {report: facial_similarity_photo, result: clear}
    at_most: 2
decide: [{report: facial_similarity_photo, result: clear, outcome: approve}, {outcome: review}]
`,
  ],
  [
    'licence.yaml',
    `id: ${workflowIds.licence}
version: 1
name: A driving licence
steps:
  - {task: profile_data, required: [first_name, last_name]}
  - task: check
    reports: [us_driving_licence]
    us_driving_licence:
      {id_number: start.number, issue_state: start.state, last_name: profile_data.last_name, weight_measure: start.pounds}
decide: [{check: clear, outcome: approve}, {outcome: decline}]
output: {licence: {report: us_driving_licence}}
`,
  ],
  [
    'screening.yaml',
    `id: ${workflowIds.screening}
version: 1
name: A screening
steps:
  - {task: check, name: query_watchlists, reports: [identity_enhanced, watchlist_sanctions_only]}
decide:
  - {if: {value: query_watchlists.properties.alert_identifier, exists: true}, outcome: review, reason: Listed}
  - {outcome: approve}
`,
  ],
  ...passkeys.map(([id, name, kind, more, holds]): [string, string] => [
    `passkey-${name}.yaml`,
    `id: ${id}\nversion: 1\nname: Passkey ${name}\nsteps: [{task: ${kind}${more}}]\n` +
      `decide: [{if: {value: ${kind}.${holds}, is: true}, outcome: approve}, {outcome: decline}]\n` +
      `output: {passkey: ${kind}}\n`,
  ]),
  ...faces.map(([id, name, steps, decide]): [string, string] => [
    `face-${name}.yaml`,
    `id: ${id}\nversion: 1\nname: Face ${name}\nsteps: ${steps}\ndecide: ${decide}\n`,
  ]),
  [
    'review.yaml',
    `id: ${workflowIds.review}
version: 1
name: A member decides
abandon_after_days: 2
steps:
  - task: profile_data
    required: [first_name]
  - repeat:
      - task: manual_review
        question: Is this the person who opened the account?
        choices: [approve, decline, ask_again]
      - if: {value: manual_review.choice, is: ask_again}
        then: [{task: face_photo}]
    until: {not: {value: manual_review.choice, is: ask_again}}
    at_most: 3
decide:
  - {if: {value: manual_review.choice, is: approve}, outcome: approve}
  - {if: {value: manual_review.choice, is: decline}, outcome: decline, reason: A person declined}
  - {outcome: review}
output: {answer: manual_review}
`,
  ],
  [
    'client-0.json',
    JSON.stringify({ id: workflowIds.nothing, version: 6, name: 'Once', decide: [{ outcome: 'decline' }] }),
  ],
  [
    'blocks.yaml',
    `id: ${workflowIds.blocks}
version: 1
name: Blocks
inputs:
  plan: {type: string, required: true, one_of: [basic, full]}
  since: {type: date}
  amount: {type: number}
constants: {floor: 100}
steps:
  - parallel:
      - - {task: profile_data, required: [first_name]}
      - - {task: profile_data, name: account_facts, completed_by: client, required: [email]}
        - {task: wait, hours: 2}
  - if: {all: [{value: start.plan, is: basic}, {not: {value: start.amount, at_least: 100}}]}
    then: [{end: approve, reason: Nothing to check}]
  - repeat:
      - {task: document_photo}
      - {task: check, name: document_check, reports: [document]}
    until: {report: document, result: clear}
    at_most: 2
  - if: {report: document, result: clear}
    then:
      - {task: face_photo}
      - {task: check, name: face_check, reports: [facial_similarity_photo]}
decide:
  - {check: clear, outcome: approve}
  - {outcome: decline, reason: The document was never clear}
output:
  name: {value: profile_data.first_name}
  floor: {value: constants.floor}
  doc: {report: document}
  last: face_check
`,
  ],
  [
    'notices.yaml',
    `id: ${workflowIds.notices}
version: 1
name: Notices
steps:
  - {task: profile_data, required: [first_name]}
  - task: notify
    to: applicant
    subject: 'Welcome, {profile_data.first_name}'
    text: 'Your plan is {start.plan}.'
  - {task: notify, name: notify_team, to: [team@example.com, lead@example.com], subject: Done, text: '{start.missing}Done'}
decide: [{outcome: approve}]
output: {team: notify_team}
`,
  ],
  [
    'translated-notice.yaml',
    `id: ${workflowIds.translatedNotice}
version: 1
name: A notice in several languages
steps:
  - {task: profile_data, required: [first_name]}
  - task: notify
    to: applicant
    subject: 'Welcome, {profile_data.first_name}'
    text: Thank you.
    translations:
      de: {subject: 'Willkommen, {profile_data.first_name}', text: Vielen Dank.}
      he: {subject: 'שלום {profile_data.first_name}', text: תודה.}
decide: [{outcome: approve}]
`,
  ],
  [
    'identity-part.yaml',
    `id: ${workflowIds.identityPart}
version: 1
name: A document, and a face for the full plan
inputs:
  plan: {type: string, required: true, one_of: [basic, full]}
constants: {greeting: Thank you}
steps:
  - {task: document_photo}
  - {task: check, reports: [document]}
  - if: {value: start.plan, is: basic}
    then: [{end: approve, reason: A document is enough}]
  - {task: face_photo}
  - {task: check, name: face_check, reports: [facial_similarity_photo]}
  - {task: notify, to: applicant, subject: '{constants.greeting}', text: 'Your plan is {start.plan}.'}
decide:
  - {check: clear, outcome: approve}
  - {outcome: decline, reason: Not clear}
`,
  ],
  [
    'identity-whole.yaml',
    `id: ${workflowIds.identityWhole}
version: 1
name: An account with an identity
inputs: {level: {type: string, required: true}}
steps:
  - {task: profile_data, required: [first_name]}
  - {workflow: identity-part.yaml, name: identity, inputs: {plan: start.level}}
  - if: {value: identity.outcome, is: decline}
    then: [{task: manual_review}]
decide:
  - {if: {value: identity.outcome, is: approve}, outcome: approve}
  - {if: {value: manual_review.choice, is: approve}, outcome: approve}
  - {outcome: decline}
output:
  identity: {value: identity}
  document: identity_check
`,
  ],
  [
    'team-notice.yaml',
    `id: ${workflowIds.teamNotice}
version: 1
name: A notice to the reviewers
steps: [{task: notify, to: {role: reviewer}, subject: A new applicant, text: 'Plan {start.plan}'}]
decide: [{outcome: approve}]
output: {team: notify}
`,
  ],
  [
    'notice-beside-signature.yaml',
    `id: ${workflowIds.noticeBesideSignature}
version: 1
name: A notice beside a signature
steps:
  - parallel:
      - [{task: advanced_electronic_signature}]
      - [{task: notify, to: [team@example.com], subject: Begun, text: Begun}]
      - [{task: profile_data, completed_by: client, required: [first_name]}]
decide: [{outcome: approve}]
output: {team: notify}
`,
  ],
  [
    'notice-beside-end.yaml',
    `id: ${workflowIds.noticeBesideEnd}
version: 1
name: A notice beside an end
steps:
  - parallel:
      - [{task: profile_data, completed_by: client, required: [first_name]}, {end: decline}]
      - [{task: notify, to: [team@example.com], subject: Begun, text: Begun}]
output: {team: notify}
`,
  ],
  [
    'nothing.json',
    JSON.stringify({ id: workflowIds.nothing, version: 7, name: 'Nothing to do', decide: [{ outcome: 'approve' }] }),
  ],
  [
    'profile.yaml',
    `id: ${workflowIds.profile}
version: 3
name: Everything
abandon_after_days: 7
steps:
  - task: profile_data
    required: [first_name, last_name, country_residence]
    optional: [dob, email, phone_number, phone_number_consent_granted, nationality, address]
  - task: document_photo
  - task: proof_of_address
  - task: face_photo
  - task: check
    reports: [document, facial_similarity_photo]
decide:
  - report: document
    sub_result: suspected
    outcome: decline
    reason: The document looks forged
  - report: facial_similarity_photo
    result: consider
    outcome: review
    reason: The faces differ
  - check: clear
    outcome: approve
  - outcome: review
output:
  profile: profile_data
  decided_by: check
`,
  ],
  [
    'client.yml',
    `id: ${workflowIds.client}
version: 1
name: The client knows
steps:
  - task: profile_data
    completed_by: client
    required: [first_name]
decide:
  - outcome: review
`,
  ],
  [
    'check-only.yaml',
    `id: ${workflowIds.checkOnly}
version: 1
name: A check at once
steps:
  - task: check
    reports: [identity_enhanced]
decide:
  - check: clear
    outcome: approve
  - outcome: decline
`,
  ],
  [
    'reports.yaml',
    `id: ${workflowIds.reports}
version: 1
name: Document and selfie, with their reports
steps:
  - task: profile_data
    required: [first_name, last_name]
  - task: document_photo
  - task: face_photo
  - task: check
    reports: [document, facial_similarity_photo]
decide:
  - check: clear
    outcome: approve
  - outcome: review
output:
  doc: {report: document}
  selfie: {report: facial_similarity_photo}
  check: check
`,
  ],
  ['wallet.yaml', walletWorkflow(workflowIds.wallet, 'photos')],
  ['wallet-only.yaml', walletWorkflow(workflowIds.walletOnly, 'none')],
  ['age.yaml', ageWorkflow(workflowIds.age, 'document_photo')],
  ['age-wallet.yaml', ageWorkflow(workflowIds.ageWallet, 'digital_credential, age_over: 18')],
  [
    'videos.yaml',
    `id: ${workflowIds.videos}
version: 1
name: Videos
steps:
  - task: face_video
  - task: face_motion
decide:
  - outcome: approve
`,
  ],
];

/** A workflow that takes a document of a wallet, or with `photos` pictures instead. */
function walletWorkflow(id: string, fallback: 'photos' | 'none'): string {
  return `id: ${id}
version: 1
name: Wallet
steps:
  - {task: digital_credential, types: [driving_licence, national_identity_card], fallback: ${fallback}}
  - {task: check, reports: [document]}
decide:
  - {check: clear, outcome: approve}
  - {outcome: review}
output: {documents: digital_credential}
`;
}

/** A workflow that asks whether the holder of a document is 18 or older. */
function ageWorkflow(id: string, capture: string): string {
  return `id: ${id}
version: 1
name: Age
steps:
  - {task: ${capture}}
  - {task: check, reports: [document], age_over: 18}
decide:
  - {if: {value: check.properties.over_18, is: true}, outcome: approve}
  - {outcome: decline}
output: {adult: {value: check.properties.over_18}}
`;
}

/** A directory with these workflows, for the setting `workflows`; the caller removes it. */
export function workflowDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'bonafide-workflows-'));
  for (const [name, text] of files) writeFileSync(join(directory, name), text);
  return directory;
}
