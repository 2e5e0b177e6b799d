import type { RetryReason } from '../../workflows/runs/retry-reasons.ts';
import type { CaptureKind, PasskeyKind, SignatureKind } from '../../workflows/workflow.ts';

/** The words of the link page that the applicant's form doesn't have; `words.ts` has the other languages. */
export const en = {
  lead: (account: string) => `${account} asks you to confirm your identity.`,
  notYou: (account: string) => `If you do not know ${account} or did not expect this, close this page.`,
  need: 'You will be asked for',
  done: '(done)',
  step: {
    profile_data: 'your details',
    document_photo: 'a photo of your passport, driving licence, identity card or residence permit',
    proof_of_address: 'a bill, statement or letter that shows your address',
    face_photo: 'a photo of your face',
    face_video: 'a video of your face',
    face_motion: 'a video of your face while you turn your head',
    simple_electronic_signature: 'your signature',
    advanced_electronic_signature: 'your signature, confirmed by a code',
    qualified_electronic_signature: 'your signature, after which the documents are signed through a trust service',
    passkey_enrollment: 'a passkey, which recognises you next time',
    passkey_authentication: 'your passkey',
  } satisfies Record<CaptureKind | PasskeyKind | SignatureKind | 'profile_data', string>,
  sign: {
    title: 'Sign documents',
    lead: (account: string) => `${account} asks you to sign these documents. Open and read each of them first.`,
    opened: '(opened)',
    name: 'Your full name',
    draw: 'Or draw your signature',
    pad: 'Field in which you draw your signature',
    clear: 'Clear',
    code: 'Code',
    codeHintByMail: (address: string) =>
      `Enter the code that we sent to your e-mail address ${address}. It works for 10 minutes.`,
    codeHint: (number: string) => `Enter the code that we sent to your phone ${number}. It works for 10 minutes.`,
    sendCode: 'Send me a code',
    sendAnother: 'Send another code',
    submit: 'Sign',
    errors: {
      documents: 'Open each document first',
      name: 'Enter your full name, or draw your signature',
      drawn: 'Draw your signature again, larger',
      consent: 'Confirm that you sign',
      noCode: 'Ask for a code and enter it',
      code: 'This code is not correct',
      expired: 'This code has expired. Ask for a new one',
      tooMany: 'Too many codes were sent. Wait an hour before you ask for another one',
    },
  },
  passkey: {
    passkey_enrollment: {
      title: 'Create a passkey',
      lead: (account: string) =>
        `Next time, confirm to ${account} that it’s you with your fingerprint, face or device PIN. This data stays on your device.`,
      submit: 'Create a passkey',
    },
    passkey_authentication: {
      title: 'Use your passkey',
      lead: (account: string) =>
        `You have a passkey for ${account}. Your device asks for your fingerprint, face or PIN.`,
      submit: 'Use my passkey',
    },
    skip: 'Continue without a passkey',
    none: 'You have no passkey for this page. Continue without one.',
    tooMany: 'You have reached the maximum number of passkeys. Continue with one of those.',
    notHere: 'This browser cannot use passkeys here. Open the same link in another one, or continue without a passkey.',
    failed: 'That did not work. Try again, or continue without a passkey.',
  },
  notHere: {
    title: 'This step needs a camera',
    body: (account: string) =>
      `This browser cannot record videos here. Open the same link in another one, with scripts allowed, such as that of a phone. Or continue where ${account} led you here from, in its app or on its site.`,
  },
  fields: {
    first_name: { label: 'First name', blank: 'Enter your first name' },
    last_name: { label: 'Last name', blank: 'Enter your last name' },
    email: {
      label: 'E-mail address',
      blank: 'Enter your e-mail address',
      invalid: 'Enter an e-mail address such as name@example.com',
    },
    nationality: { label: 'Nationality', blank: 'Choose your nationality', invalid: 'Choose your nationality' },
    country_residence: { label: 'Country where you live', blank: 'Choose the country where you live' },
    phone_number_consent_granted: {
      label: 'I agree that my phone number is compared with the records of phone companies',
      blank: 'Agree to the comparison of your phone number',
    },
    'address.line1': { label: 'House number and street' },
    'address.line2': { label: 'Flat, building or district' },
  },
  /** Texts of a repeated step: the reason, and the number of the attempt. */
  again: {
    title: 'Please try again',
    attempt: (attempt: number, of: number) => `Attempt ${attempt} of ${of}`,
    /** Text for a workflow that does not limit the attempts. */
    attemptOnly: (attempt: number) => `Attempt ${attempt}`,
    neutral: (account: string) => `${account} needs this once more to confirm your identity.`,
    reasons: {
      blurred: 'The picture was blurred. Hold still until it is sharp.',
      dark: 'The picture was too dark. Take it in better light.',
      glare: 'Light was reflected in the picture. Tilt the document until the glare is gone.',
      cut_off: 'Part of the document was cut off. All four corners must be in the picture.',
      wrong_side: 'The picture showed the wrong side of the document. Take each side once.',
      no_document: 'There was no document in the picture. Fill the frame with your document.',
      two_documents: 'There was more than one document in the picture. Show only one.',
      unclear: 'The picture was not clear enough to read. Nothing may cover the document.',
      no_colour: 'The picture was not in colour. Take a photo of the document itself.',
      no_back: 'The back of the document was missing. Take a picture of both sides.',
      unsupported: 'We cannot accept this document. Use another one.',
      expired: 'The document has expired. Use one that is still valid.',
      too_old: 'The document is too old. Use a newer one.',
      no_face: 'We could not find a single, clear face in the picture. Look straight into the camera, alone.',
      face_differs:
        'We could not match your face with the photo on your document. Look straight ahead in good light, without hat or glasses.',
    } satisfies Record<RetryReason, string>,
  },
  /** Pages that stand in place of the steps. */
  ends: {
    later: {
      title: 'Nothing to do now',
      body: (account: string) => `${account} is working on it. Come back later with the same link.`,
    },
    abandoned: {
      title: 'This link has expired',
      body: (account: string) => `The time for this has run out. Ask ${account} for a new link.`,
    },
    error: {
      title: 'This could not continue',
      body: (account: string) => `What you gave is kept, but something is missing. Ask ${account} what to do.`,
    },
  },
};

export type Words = typeof en;
