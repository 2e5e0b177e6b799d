/**
 * Every word that applicants get from the service, in English: pages, text messages and mail. Each text is a message of ICU
 * MessageFormat with its values in braces. Other languages are files of `packages/server/languages` with the same keys. Names of
 * countries and forms of dates come from the language itself.
 */
export const en = {
  /** Words of the hosted pages: form, pages of a workflow run, page of a phone. */
  pages: {
    /** Read out only: where the first link of a page leads. */
    skip: 'Skip to the form',
    back: 'Back',
    continue: 'Continue',
    /** Sentence of pages that wait for the service, which go on without the applicant. */
    continues: 'If there is a next step, this page continues by itself.',
    /** Prefix of the title of a page with errors, as the browser's tab shows it. */
    errorPrefix: 'Error: ',
    /** Heading of the list of errors. */
    errorHeading: 'There is a problem',
    /** Read out only, before an error beside its field. */
    errorMark: 'Error: ',
    sandbox: 'Test mode. Don’t use real personal data.',
    progress: 'Step {step} of {of}',
    chooseCountry: 'Choose a country',
    /** Text at the foot of pages, before an e-mail address, a phone number or a web address. */
    help: 'Questions? Contact {account}:',
    notice: 'Privacy notice',
    /** Read out only, after a link. */
    newTab: '(opens in a new tab)',

    /** The page on which a phone continues, in whose place the capture SDK shows itself. */
    phone: { title: 'Identity verification' },

    start: {
      title: 'Verify your identity',
      lead: '{account} asks you, {name}, to verify your identity.',
      notYou: 'If that isn’t your name, stop here and contact {account}. You can’t change the name here.',
      need: 'We’ll ask you for',
      time: 'This takes about {minutes, plural, one {a minute} other {# minutes}}.',
      pause: 'You can stop at any time and come back with the same link. Your answers are saved.',
      private: 'The link is only for you. Don’t share it.',
      go: 'Start',
      goOn: 'Continue where you left off',
      step: {
        details: 'your details',
        number: 'an identification number',
        document: 'a photo of your passport, driving licence, identity card or residence permit',
        proof: 'a bill, statement or letter that shows your address',
        photo: 'a selfie',
      },
    },

    details: {
      title: 'Your details',
      name: 'Name',
      dateOfBirth: 'Date of birth',
      dateHint: 'For example, 31 3 1980',
      day: 'Day',
      month: 'Month',
      year: 'Year',
      address: 'Home address',
      /** Suffix of the labels of parts that may stay empty. */
      optional: '(optional)',
      consents: 'Your consent',
    },

    /** `label` names a field, `blank` and `invalid` say what is wrong with it; a `hint` helps before. */
    fields: {
      dob: {
        label: 'Date of birth',
        blank: 'Enter your date of birth',
        invalid: 'Date of birth must be a real date, such as 31 3 1980',
      },
      'address.flat_number': { label: 'Flat number' },
      'address.building_number': { label: 'House number' },
      'address.building_name': { label: 'Building name' },
      'address.street': { label: 'Street' },
      'address.town': { label: 'Town or city' },
      'address.state': {
        label: 'State or province',
        hint: 'In the United States, two letters such as CA',
        blank: 'Enter the state of your address',
        invalid: 'State must be two letters such as CA',
      },
      'address.postcode': {
        label: 'Postcode or ZIP code',
        blank: 'Enter your postcode',
        invalid: 'Enter the postcode in the format of your country',
      },
      'address.country': { label: 'Country', blank: 'Choose the country of your address' },
      'location.country_of_residence': {
        label: 'Country where you live',
        blank: 'Choose the country where you live',
      },
      phone_number: {
        label: 'Phone number',
        hint: 'With the country code, such as +44 7700 900123',
        blank: 'Enter your phone number',
        invalid: 'Enter a phone number with its country code, such as +44 7700 900123',
      },
      'consents.privacy_notices_read': {
        label: 'I have read the privacy notice of {account} and agree that my data is used to verify my identity',
        blank: 'Confirm that you have read the privacy notice',
      },
      'consents.ssn_verification': {
        label: 'I agree that my social security number is compared with official records',
        blank: 'Agree to the comparison of your social security number',
      },
      'consents.phone_number_verification': {
        label: 'I agree that my phone number is compared with the records of phone companies',
        blank: 'Agree to the comparison of your phone number',
      },
      'id_numbers.type': { label: 'Kind of number', blank: 'Choose the kind of number' },
      'id_numbers.value': {
        label: 'Number',
        blank: 'Enter the number',
        invalid: 'Enter the number as it is printed on your document',
      },
      type: { label: 'Kind of document', blank: 'Choose the document that you will use' },
      issuing_country: { label: 'Country that issued it', blank: 'Choose the country that issued the document' },
      file: { label: 'File' },
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
    /** Messages of the service's rules about a value, which are English: other languages say what is wrong in words of their own. */
    rule: {
      too_long: '{label} {message}',
      characters: '{label} {message}',
      other: '{label} {message}',
    },

    number: {
      title: 'Identification number',
      why: 'Registers of your country can only be searched with one of these numbers.',
      types: {
        identity_card: 'Identity card number',
        tax_id: 'Tax number',
        social_insurance: 'Social insurance number',
      } as Readonly<Record<string, string>>,
      /** The last characters of a number that is shown. */
      ending: 'ending in {last}',
    },

    document: {
      title: 'Your identity document',
      which: 'Choose your document',
      types: {
        passport: 'Passport',
        driving_licence: 'Driving licence',
        national_identity_card: 'National identity card',
        residence_permit: 'Residence permit',
      } as Readonly<Record<string, string>>,
      passport: 'Photo page of your passport',
      front: 'Front of your document',
      back: 'Back of your document',
      tips: [
        'Lay the document flat, in good light and without glare.',
        'Show all four corners. Every word must be readable.',
      ],
      backBlank: 'Take a photo of the back even if it’s blank.',
    },

    proof: {
      title: 'Your proof of address',
      which: 'Choose a proof of address',
      age: 'It must show your name and current address, and be no more than three months old.',
      types: {
        bank_building_society_statement: 'Bank statement',
        utility_bill: 'Utility bill (electricity, gas, water)',
        council_tax: 'Council tax bill',
        internet_bill: 'Internet bill',
        mobile_phone_bill: 'Mobile phone bill',
        mortgage_statement: 'Mortgage statement',
        insurance_statement: 'Insurance statement',
        benefit_letters: 'Benefits letter',
      } as Readonly<Record<string, string>>,
      file: 'Upload your proof of address',
      tips: ['Show the whole page.', 'You can use a PDF from the company.'],
    },

    photo: {
      title: 'Take a selfie',
      tips: [
        'Look straight into the camera, in good light.',
        'Make sure you’re alone in the photo. Take off hats and sunglasses.',
        'Take the photo now. We can’t accept a photo of a photo.',
      ],
    },

    upload: {
      label: 'Choose a file or take a photo',
      formats: { document: 'JPG, PNG or PDF, 32 KB to 10 MB', live_photo: 'JPG or PNG, 32 KB to 10 MB' },
      send: 'Upload',
      given: 'Already uploaded',
      replace: 'A new upload replaces it.',
      keep: 'Keep it and continue',
      /** Messages of the service about a file, in the applicant's words; any other message follows `The file`. */
      errors: {
        "can't be blank": 'Choose a file',
        'must not be empty': 'Choose a file',
        'must be a jpg, png, pdf or json file': 'Choose a JPG, PNG or PDF file',
        'must be a picture or a PDF': 'Choose a JPG, PNG or PDF file',
        'must be a jpg or png file': 'Choose a JPG or PNG file',
        'is corrupt or incomplete': 'We can’t open this file. Choose another one',
        'is one too many': 'You have uploaded too many files. Ask the company that sent you the link',
        'blur detected in image': 'The photo is blurred. Hold still and take another one',
        'cutoff document detected in image': 'Part of the document is cut off. Take another photo',
        'glare detected in image': 'There is glare on the photo. Take another one without glare',
        'no document in image': 'No document found in the photo. Take another one',
        'no face detected in image': 'No face found in the photo. Take another one',
        'Multiple faces detected in image': 'There is more than one face in the photo. Take another one',
      } as Readonly<Record<string, string>>,
      other: 'The file {message}',
    },

    check: {
      title: 'Check your answers',
      consent: 'Your consent',
      given: 'Given',
      unanswered: 'Not answered yet',
      change: 'Change',
      answer: 'Answer',
      files: {
        front: 'Identity document',
        proof: 'Proof of address',
        photo: 'Selfie',
        video: 'Video',
        signature: 'Signature',
      },
      truth: 'By sending this, you confirm that your answers are true and about you.',
      send: 'Send',
      missing: {
        date_of_birth: 'Enter your date of birth',
        address: 'Enter your address',
        residence: 'Choose the country where you live',
        phone_number: 'Enter your phone number',
        consent: 'Confirm that you have read the privacy notice',
        id_number: 'Enter an identification number',
        identity_document: 'Upload your identity document',
        identity_document_back: 'Upload the back of your identity document',
        address_proof: 'Upload a proof of your address',
        live_photo: 'Upload a selfie',
      },
    },

    /** Pages that end the form, or stand in its place. */
    ends: {
      sent: {
        title: 'Sent',
        body: 'Thank you. {account} has everything it needs.',
        /** Heading of the list of received data. */
        received: 'What we received',
        next: '{account} will tell you the result. This can take a few minutes, or longer if a person checks what you sent.',
        /** Replaces `next` once there is a result. The page doesn't show the result. */
        finished: 'The check has finished. {account} will tell you the result.',
        /** The first characters of the applicant's id, by which the dashboard finds the applicant. */
        reference: 'Reference: {reference}',
        /** Text of an end page without an address to continue to. */
        close: 'You can close this page.',
        /** `to` is the name of a site. */
        redirect: 'Continue to {to}',
      },
      not_needed: {
        title: 'No longer needed',
        body: '{account} no longer needs this form. You don’t need to do anything.',
      },
      unknown: {
        title: 'Form not found',
        body: 'There is no form at this address. Check that you opened the whole link, or ask the company that sent it.',
      },
      gone: {
        title: 'No longer available',
        body: 'This form and your answers have been deleted.',
      },
      disabled: {
        title: 'Not available',
        body: 'You can’t fill in this form right now. Ask the company that sent you the link.',
      },
      too_many: {
        title: 'Too many requests',
        body: 'Wait a minute, then try again. Your answers are saved.',
      },
      refused: {
        title: 'That didn’t work',
        body: 'We couldn’t read what was sent. Go back to the form and try again.',
      },
      failed: {
        title: 'Something went wrong',
        body: 'The problem is on our side. Try again in a few minutes. Your answers are saved.',
      },
      toForm: 'Back to the form',
    },

    /** Words around the capture SDK in a page. */
    captures: {
      /** Link to an earlier page: within a page the SDK itself goes back. */
      back: 'Previous step',
      again: 'Start again',
      /** Leads to the page without the SDK. */
      instead: 'Upload a file instead',
      /** Title of the page in the browser's tab. */
      titles: {
        document: 'Your identity document',
        proof: 'Your proof of address',
        photo: 'Take a selfie',
        video: 'Record a short video',
        motion: 'Turn your head',
      },
    },
    /** Evidence that an applicant may add before a reviewer is asked. */
    stepUp: {
      title: 'One more photo can confirm your document',
      lead: '{account} couldn’t confirm your document with the photos so far. One more photo may help. You can also continue without it.',
      back: 'Photograph the back',
      seal: 'Photograph the code',
      skip: 'Continue without a photo',
      closeUp: {
        title: 'A close-up of the code on your document',
        tips: [
          'Fill the photo with the code. The rest of the document may be cut off.',
          'Hold still until every dot and line is sharp, without reflections.',
        ],
        places: {
          bars_on_back: 'The code is the wide field of bars on the back of the card.',
          square_on_back: 'The code is the square of small dots on the back of the card.',
          square: 'The code is a square of small dots.',
        },
      },
      wait: {
        title: 'Your document is being checked',
        lead: 'This usually takes less than a minute. Then we may ask you for one more photo.',
        again: 'Check again',
      },
    },
    /** Words of the pages of a workflow run that the form doesn't have. */
    link: {
      lead: '{account} asks you to verify your identity.',
      notYou: 'If you don’t know {account} or didn’t expect this, close this page.',
      need: 'We’ll ask you for',
      done: '(done)',
      step: {
        profile_data: 'your details',
        document_photo: 'a photo of your passport, driving licence, identity card or residence permit',
        digital_credential: 'a document from your wallet',
        digital_credential_or_photos: 'a document from your wallet, or photos of one',
        proof_of_address: 'a bill, statement or letter that shows your address',
        face_photo: 'a selfie',
        face_video: 'a short video of your face',
        face_motion: 'a short video while you turn your head',
        simple_electronic_signature: 'your signature',
        advanced_electronic_signature: 'your signature, confirmed by a code',
        qualified_electronic_signature: 'your signature, after which the documents are signed through a trust service',
        passkey_enrollment: 'a passkey, which recognises you next time',
        passkey_authentication: 'your passkey',
      },
      sign: {
        title: 'Sign documents',
        lead: '{account} asks you to sign these documents. Open and read each of them first.',
        opened: '(opened)',
        name: 'Your full name',
        draw: 'Or draw your signature',
        pad: 'Field in which you draw your signature',
        clear: 'Clear',
        code: 'Code',
        codeHintByMail: 'Enter the code that we sent to your e-mail address {address}. It works for 10 minutes.',
        codeHint: 'Enter the code that we sent to your phone {number}. It works for 10 minutes.',
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
          lead: 'Next time, confirm to {account} that it’s you with your fingerprint, face or device PIN. This data stays on your device.',
          submit: 'Create a passkey',
        },
        passkey_authentication: {
          title: 'Use your passkey',
          lead: 'You have a passkey for {account}. Your device asks for your fingerprint, face or PIN.',
          submit: 'Use my passkey',
        },
        skip: 'Continue without a passkey',
        none: 'You have no passkey for this page. Continue without one.',
        tooMany: 'You have reached the maximum number of passkeys. Continue with one of those.',
        notHere:
          'This browser can’t use passkeys here. Open the same link in another browser, or continue without a passkey.',
        failed: 'That didn’t work. Try again, or continue without a passkey.',
      },
      notHere: {
        title: 'This step needs a camera',
        body: 'This browser can’t record video here. Open the same link in another browser that allows scripts, such as the browser of your phone. Or continue in the app or on the site of {account}.',
      },
      noWallet: {
        title: 'This step needs a wallet',
        body: 'This browser can’t open a wallet here. Open the same link in another browser that allows scripts, such as the browser of your phone. Or continue in the app or on the site of {account}.',
      },
      /** Texts of a repeated step: the reason, and the number of the attempt. */
      again: {
        title: 'Try again',
        attempt: 'Attempt {attempt} of {of}',
        /** Text for a workflow that does not limit the attempts. */
        attemptOnly: 'Attempt {attempt}',
        neutral: '{account} needs this once more to verify your identity.',
        reasons: {
          blurred: 'The photo was blurred. Hold still until it is sharp.',
          dark: 'The photo was too dark. Take it in better light.',
          glare: 'Light was reflected in the photo. Tilt the document until the glare is gone.',
          cut_off: 'Part of the document was cut off. All four corners must be in the photo.',
          wrong_side: 'The photo showed the wrong side of the document. Take each side once.',
          no_document: 'There was no document in the photo. Fill the frame with your document.',
          two_documents: 'There was more than one document in the photo. Show only one.',
          unclear: 'The photo was not clear enough to read. Nothing may cover the document.',
          no_colour: 'The photo was not in colour. Take a photo of the document itself.',
          no_back: 'The back of the document was missing. Take a photo of both sides.',
          unsupported: 'We can’t accept this document. Use another one.',
          expired: 'The document has expired. Use one that is still valid.',
          too_old: 'The document is too old. Use a newer one.',
          no_face:
            'We couldn’t find a single, clear face in the photo. Look straight into the camera. Make sure you’re alone.',
          face_differs:
            'We couldn’t match your face with the photo on your document. Look straight ahead in good light, without a hat or glasses.',
        },
      },
      /** Pages that stand in place of the steps. */
      ends: {
        later: {
          title: 'We’re checking what you sent',
          body: '{account} may ask you for something else. You can also close this page and come back later with the same link.',
        },
        abandoned: {
          title: 'This link has expired',
          body: 'This link is no longer valid. Ask {account} for a new one.',
        },
        error: {
          title: 'Verification can’t continue',
          body: 'We saved what you sent, but something is missing. Ask {account} what to do.',
        },
      },
    },
  },
  /** Text messages, after the name of the company. Each is short enough for one message where the alphabet allows. */
  sms: {
    /** Link to the phone's part of a capture. */
    phoneLink: 'Continue verifying your identity on this phone: {link} The link works for one hour.',
    signatureCode: '{code} is your code to sign. It works for 10 minutes.',
  },
  mails: {
    /** Invitation to the form of a check. */
    form: {
      subject: 'Verify your identity for {company}',
      greeting: 'Hello {name},',
      lead: '{company} asks you to verify your identity. It takes a few minutes. Have your identity document ready.',
      /** Label of the button. */
      open: 'Start verification',
      /** Line before the address, in mail that is read as plain text. */
      openAt: 'Start verification:',
      copy: 'Or copy this address into your browser:',
      /** `date`: such as "12 December 2026 at 09:30 UTC". */
      until: 'The link works until {date}.',
      private: 'The link is only for you. Anyone who has it can answer in your name. Don’t forward this email.',
      unexpected: 'If you don’t know {company} or didn’t expect this email, you can ignore it.',
      /** Text before the address of the privacy notice. */
      notice: 'Privacy notice of {company}:',
    },
    /** One-time code for a signature. */
    signatureCode: {
      subject: 'Your code to sign for {company}',
      title: 'Your code to sign',
      lead: '{company}: this is your code to sign. It works for 10 minutes.',
      careful: 'If you didn’t ask for this code, ignore this email. Don’t share the code with anyone.',
    },
  },
  /** Consent of applicants who sign: the receipt has the sentence word for word. */
  consent: 'I have read these documents, and I sign them electronically.',
} as const;
