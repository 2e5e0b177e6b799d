import { rulesIn } from './rules.ts';
import type { SomeWords } from './types.ts';

export const de: SomeWords = {
  pages: {
    lang: 'de',
    sdk: 'de',
    skip: 'Zum Formular springen',
    back: 'Zurück',
    continue: 'Weiter',
    continues: 'Wenn es einen nächsten Schritt gibt, geht diese Seite von selbst weiter.',
    errorPrefix: 'Fehler: ',
    errorHeading: 'Bitte prüfen Sie Ihre Angaben',
    errorMark: 'Fehler: ',
    sandbox: 'Testmodus. Verwenden Sie keine echten Daten.',
    progress: (step, of) => `Schritt ${step} von ${of}`,
    chooseCountry: 'Land auswählen',
    phone: { title: 'Identitätsprüfung' },
    help: (account) => `Fragen? Wenden Sie sich an ${account}:`,
    notice: 'Datenschutzhinweise',
    newTab: '(öffnet sich in einem neuen Tab)',
    start: {
      title: 'Bestätigen Sie Ihre Identität',
      lead: (account, name) => `${account} bittet Sie, ${name}, Ihre Identität zu bestätigen.`,
      notYou: (account) =>
        `Wenn das nicht Ihr Name ist, fahren Sie nicht fort und informieren Sie ${account}. Der Name lässt sich hier nicht ändern.`,
      need: 'Wir fragen Sie nach',
      time: (minutes) => `Das dauert etwa ${minutes === 1 ? 'eine Minute' : `${minutes} Minuten`}.`,
      pause:
        'Sie können jederzeit unterbrechen und mit demselben Link zurückkommen. Ihre bisherigen Angaben bleiben gespeichert.',
      private: 'Der Link ist nur für Sie. Geben Sie ihn nicht weiter.',
      go: 'Los geht’s',
      goOn: 'Dort weitermachen, wo Sie aufgehört haben',
      step: {
        details: 'Ihren persönlichen Angaben',
        number: 'einer Identifikationsnummer',
        document: 'einem Foto von Reisepass, Führerschein, Personalausweis oder Aufenthaltstitel',
        proof: 'einer Rechnung, einem Kontoauszug oder einem Brief mit Ihrer Adresse',
        photo: 'einem Selfie',
      },
    },
    details: {
      title: 'Ihre Angaben',
      name: 'Name',
      dateOfBirth: 'Geburtsdatum',
      dateHint: 'Zum Beispiel 31 3 1980',
      day: 'Tag',
      month: 'Monat',
      year: 'Jahr',
      address: 'Wohnadresse',
      optional: '(freiwillig)',
      consents: 'Ihre Zustimmung',
    },
    fields: {
      dob: {
        label: 'Geburtsdatum',
        blank: 'Geben Sie Ihr Geburtsdatum ein',
        invalid: 'Geben Sie ein gültiges Geburtsdatum ein, zum Beispiel 31 3 1980',
      },
      'address.flat_number': { label: 'Wohnungsnummer' },
      'address.building_number': { label: 'Hausnummer' },
      'address.building_name': { label: 'Name des Gebäudes' },
      'address.street': { label: 'Straße' },
      'address.town': { label: 'Ort' },
      'address.state': {
        label: 'Bundesstaat oder Provinz',
        hint: 'In den USA zwei Buchstaben, zum Beispiel CA',
        blank: 'Geben Sie den Bundesstaat Ihrer Adresse ein',
        invalid: 'Geben Sie den Bundesstaat mit zwei Buchstaben ein, zum Beispiel CA',
      },
      'address.postcode': {
        label: 'Postleitzahl',
        blank: 'Geben Sie Ihre Postleitzahl ein',
        invalid: 'Geben Sie die Postleitzahl so ein, wie sie in Ihrem Land üblich ist',
      },
      'address.country': { label: 'Land', blank: 'Wählen Sie das Land Ihrer Adresse' },
      'location.country_of_residence': {
        label: 'Land, in dem Sie leben',
        blank: 'Wählen Sie das Land, in dem Sie leben',
      },
      phone_number: {
        label: 'Telefonnummer',
        hint: 'Mit Ländervorwahl, zum Beispiel +44 7700 900123',
        blank: 'Geben Sie Ihre Telefonnummer ein',
        invalid: 'Geben Sie eine Telefonnummer mit Ländervorwahl ein, zum Beispiel +44 7700 900123',
      },
      'consents.privacy_notices_read': {
        label: (account) =>
          `Ich habe die Datenschutzhinweise von ${account} gelesen und stimme zu, dass meine Angaben verwendet werden, um meine Identität zu bestätigen`,
        blank: 'Bestätigen Sie, dass Sie die Datenschutzhinweise gelesen haben',
      },
      'consents.ssn_verification': {
        label: () => 'Ich stimme zu, dass meine Sozialversicherungsnummer mit amtlichen Registern verglichen wird',
        blank: 'Stimmen Sie dem Vergleich Ihrer Sozialversicherungsnummer zu',
      },
      'consents.phone_number_verification': {
        label: () => 'Ich stimme zu, dass meine Telefonnummer mit den Daten von Telefongesellschaften verglichen wird',
        blank: 'Stimmen Sie dem Vergleich Ihrer Telefonnummer zu',
      },
      'id_numbers.type': { label: 'Art der Nummer', blank: 'Wählen Sie die Art der Nummer' },
      'id_numbers.value': {
        label: 'Nummer',
        blank: 'Geben Sie die Nummer ein',
        invalid: 'Geben Sie die Nummer so ein, wie sie auf Ihrem Dokument steht',
      },
      type: { label: 'Art des Dokuments', blank: 'Wählen Sie das Dokument, das Sie verwenden' },
      issuing_country: {
        label: 'Ausstellendes Land',
        blank: 'Wählen Sie das Land, das das Dokument ausgestellt hat',
      },
      file: { label: 'Datei' },
      first_name: { label: 'Vorname', blank: 'Geben Sie Ihren Vornamen ein' },
      last_name: { label: 'Nachname', blank: 'Geben Sie Ihren Nachnamen ein' },
      email: {
        label: 'E-Mail-Adresse',
        blank: 'Geben Sie Ihre E-Mail-Adresse ein',
        invalid: 'Geben Sie eine E-Mail-Adresse wie name@example.com ein',
      },
      nationality: {
        label: 'Staatsangehörigkeit',
        blank: 'Wählen Sie Ihre Staatsangehörigkeit',
        invalid: 'Wählen Sie Ihre Staatsangehörigkeit',
      },
      country_residence: { label: 'Land, in dem Sie leben', blank: 'Wählen Sie das Land, in dem Sie leben' },
      phone_number_consent_granted: {
        label: 'Ich stimme zu, dass meine Telefonnummer mit den Daten von Telefongesellschaften verglichen wird',
        blank: 'Stimmen Sie dem Vergleich Ihrer Telefonnummer zu',
      },
      'address.line1': { label: 'Straße und Hausnummer' },
      'address.line2': { label: 'Wohnung, Gebäude oder Ortsteil' },
    },
    rule: rulesIn({
      tooLong: (label) => `${label}: Diese Angabe ist zu lang`,
      characters: (label) => `${label}: Einige Zeichen sind hier nicht erlaubt`,
      other: (label) => `${label}: Bitte prüfen Sie diese Angabe`,
    }),
    number: {
      title: 'Identifikationsnummer',
      why: 'Die Register Ihres Landes lassen sich nur mit einer dieser Nummern durchsuchen.',
      types: {
        identity_card: 'Nummer des Personalausweises',
        tax_id: 'Steuernummer',
        social_insurance: 'Sozialversicherungsnummer',
      },
      ending: (last) => `endet auf ${last}`,
    },
    document: {
      title: 'Ihr Ausweisdokument',
      which: 'Wählen Sie Ihr Dokument',
      types: {
        passport: 'Reisepass',
        driving_licence: 'Führerschein',
        national_identity_card: 'Personalausweis',
        residence_permit: 'Aufenthaltstitel',
      },
      passport: 'Die Fotoseite Ihres Reisepasses',
      front: 'Die Vorderseite Ihres Dokuments',
      back: 'Die Rückseite Ihres Dokuments',
      tips: [
        'Legen Sie das Dokument flach hin, bei gutem Licht und ohne Spiegelungen.',
        'Alle vier Ecken und jeder Buchstabe müssen zu sehen sein.',
      ],
      backBlank: 'Auch wenn die Rückseite leer ist, machen Sie bitte ein Foto davon.',
    },
    proof: {
      title: 'Ihr Adressnachweis',
      which: 'Wählen Sie einen Adressnachweis',
      age: 'Name und Adresse müssen zu sehen sein. Der Nachweis darf höchstens drei Monate alt sein.',
      types: {
        bank_building_society_statement: 'Kontoauszug',
        utility_bill: 'Rechnung für Strom, Gas oder Wasser',
        council_tax: 'Bescheid über Gemeindesteuer',
        internet_bill: 'Internetrechnung',
        mobile_phone_bill: 'Handyrechnung',
        mortgage_statement: 'Hypothekenauszug',
        insurance_statement: 'Versicherungsschreiben',
        benefit_letters: 'Bescheid über Sozialleistungen',
      },
      file: 'Adressnachweis hochladen',
      tips: ['Die ganze Seite muss zu sehen sein.', 'Ein PDF des Unternehmens genügt.'],
    },
    photo: {
      title: 'Nehmen Sie ein Selfie auf',
      tips: [
        'Schauen Sie bei gutem Licht direkt in die Kamera.',
        'Niemand sonst auf dem Foto, kein Hut, keine Sonnenbrille.',
        'Nehmen Sie es jetzt auf: Das Foto eines Fotos wird nicht angenommen.',
      ],
    },
    upload: {
      label: 'Wählen Sie eine Datei oder machen Sie mit dem Handy ein Foto',
      formats: { document: 'JPG, PNG oder PDF, 32 KB bis 10 MB', live_photo: 'JPG oder PNG, 32 KB bis 10 MB' },
      send: 'Hochladen',
      given: 'Bereits hochgeladen',
      replace: 'Ein neuer Upload ersetzt es.',
      keep: 'Behalten und weiter',
      errors: {
        "can't be blank": 'Wählen Sie eine Datei',
        'must not be empty': 'Wählen Sie eine Datei',
        'must be a jpg, png, pdf or json file': 'Wählen Sie eine Datei im Format JPG, PNG oder PDF',
        'must be a picture or a PDF': 'Wählen Sie eine Datei im Format JPG, PNG oder PDF',
        'must be a jpg or png file': 'Wählen Sie eine Datei im Format JPG oder PNG',
        'is corrupt or incomplete': 'Die Datei lässt sich nicht öffnen. Wählen Sie eine andere',
        'is one too many':
          'Sie haben zu viele Dateien hochgeladen. Fragen Sie das Unternehmen, das Ihnen den Link geschickt hat',
        'blur detected in image': 'Das Foto ist unscharf. Halten Sie still und machen Sie ein neues',
        'cutoff document detected in image': 'Ein Teil des Dokuments fehlt. Machen Sie ein neues Foto',
        'glare detected in image': 'Auf dem Foto ist eine Spiegelung. Machen Sie ein neues ohne Spiegelung',
        'no document in image': 'Auf dem Foto ist kein Dokument. Machen Sie ein neues',
        'no face detected in image': 'Auf dem Foto ist kein Gesicht. Machen Sie ein neues',
        'Multiple faces detected in image': 'Auf dem Foto ist mehr als ein Gesicht. Machen Sie ein neues',
      },
      other: () => 'Diese Datei kann nicht verwendet werden. Wählen Sie eine andere',
    },
    check: {
      title: 'Prüfen Sie Ihre Angaben',
      consent: 'Ihre Zustimmung',
      given: 'Erteilt',
      unanswered: 'Noch nicht beantwortet',
      change: 'Ändern',
      answer: 'Beantworten',
      files: {
        front: 'Ausweisdokument',
        proof: 'Adressnachweis',
        photo: 'Selfie',
        video: 'Video',
        signature: 'Unterschrift',
      },
      truth: 'Mit dem Absenden bestätigen Sie, dass alles wahr ist und Sie selbst betrifft.',
      send: 'Absenden',
      missing: {
        date_of_birth: 'Geben Sie Ihr Geburtsdatum ein',
        address: 'Geben Sie Ihre Adresse ein',
        residence: 'Wählen Sie das Land, in dem Sie leben',
        phone_number: 'Geben Sie Ihre Telefonnummer ein',
        consent: 'Bestätigen Sie, dass Sie die Datenschutzhinweise gelesen haben',
        id_number: 'Geben Sie eine Identifikationsnummer ein',
        identity_document: 'Laden Sie Ihr Ausweisdokument hoch',
        identity_document_back: 'Laden Sie die Rückseite Ihres Ausweisdokuments hoch',
        address_proof: 'Laden Sie einen Adressnachweis hoch',
        live_photo: 'Laden Sie ein Selfie hoch',
      },
    },
    ends: {
      sent: {
        title: 'Gesendet',
        body: (account) => `Vielen Dank. ${account} hat alle nötigen Angaben.`,
        received: 'Das haben wir erhalten',
        next: (account) =>
          `${account} teilt Ihnen das Ergebnis mit. Das kann ein paar Minuten dauern, oder länger, wenn ein Mensch prüft, was Sie gesendet haben.`,
        finished: (account) => `Die Prüfung ist abgeschlossen. ${account} teilt Ihnen das Ergebnis mit.`,
        reference: (reference) => `Referenz: ${reference}`,
        close: 'Sie können diese Seite schließen.',
        redirect: (to) => `Weiter zu ${to}`,
      },
      not_needed: {
        title: 'Nicht mehr nötig',
        body: (account) => `${account} braucht dieses Formular nicht mehr. Sie müssen nichts tun.`,
      },
      unknown: {
        title: 'Formular nicht gefunden',
        body: () =>
          'Unter dieser Adresse gibt es kein Formular. Prüfen Sie, ob Sie den ganzen Link geöffnet haben, oder fragen Sie das Unternehmen, das ihn geschickt hat.',
      },
      gone: {
        title: 'Nicht mehr verfügbar',
        body: () => 'Dieses Formular und die Angaben darin werden nicht mehr aufbewahrt.',
      },
      disabled: {
        title: 'Nicht verfügbar',
        body: () =>
          'Dieses Formular kann im Moment nicht ausgefüllt werden. Fragen Sie das Unternehmen, das Ihnen den Link geschickt hat.',
      },
      too_many: {
        title: 'Zu viele Anfragen',
        body: () => 'Warten Sie eine Minute und versuchen Sie es noch einmal. Ihre Angaben bleiben gespeichert.',
      },
      refused: {
        title: 'Das hat nicht geklappt',
        body: () => 'Das Gesendete war nicht lesbar. Gehen Sie zum Formular zurück und versuchen Sie es noch einmal.',
      },
      failed: {
        title: 'Etwas ist schiefgegangen',
        body: () =>
          'Der Fehler liegt bei uns. Versuchen Sie es in ein paar Minuten noch einmal. Ihre Angaben bleiben gespeichert.',
      },
      toForm: 'Zurück zum Formular',
    },

    captures: {
      back: 'Vorheriger Schritt',
      again: 'Neu beginnen',
      instead: 'Stattdessen eine Datei hochladen',
      titles: {
        document: 'Ihr Ausweisdokument',
        proof: 'Ihr Adressnachweis',
        photo: 'Nehmen Sie ein Selfie auf',
        video: 'Nehmen Sie ein kurzes Video auf',
        motion: 'Drehen Sie den Kopf',
      },
    },
    stepUp: {
      title: 'Ein weiteres Foto kann Ihr Dokument bestätigen',
      lead: (account) =>
        `${account} konnte Ihr Dokument mit den bisherigen Fotos nicht bestätigen. Ein weiteres Foto kann genügen. Sie können auch ohne dieses fortfahren.`,
      back: 'Rückseite fotografieren',
      seal: 'Code fotografieren',
      skip: 'Ohne Foto fortfahren',
      closeUp: {
        title: 'Eine Nahaufnahme des Codes auf Ihrem Dokument',
        tips: [
          'Füllen Sie das Foto mit dem Code. Der Rest des Dokuments darf abgeschnitten sein.',
          'Halten Sie still, bis jeder Punkt und jede Linie scharf ist, ohne Spiegelungen.',
        ],
        places: {
          bars_on_back: 'Der Code ist das breite Feld aus Strichen auf der Rückseite der Karte.',
          square_on_back: 'Der Code ist das Quadrat aus kleinen Punkten auf der Rückseite der Karte.',
          square: 'Der Code ist ein Quadrat aus kleinen Punkten.',
        },
      },
      wait: {
        title: 'Ihr Dokument wird geprüft',
        lead: 'Das dauert meist weniger als eine Minute. Danach werden Sie vielleicht um ein weiteres Foto gebeten.',
        again: 'Noch einmal nachsehen',
      },
    },
    link: {
      lead: (account) => `${account} bittet Sie, Ihre Identität zu bestätigen.`,
      notYou: (account) => `Wenn Sie ${account} nicht kennen oder das nicht erwartet haben, schließen Sie diese Seite.`,
      need: 'Wir fragen Sie nach',
      done: '(erledigt)',
      step: {
        profile_data: 'Ihren persönlichen Angaben',
        document_photo: 'einem Foto von Reisepass, Führerschein, Personalausweis oder Aufenthaltstitel',
        digital_credential: 'einem Dokument aus Ihrer Wallet',
        digital_credential_or_photos: 'einem Dokument aus Ihrer Wallet oder Fotos davon',
        proof_of_address: 'einer Rechnung, einem Kontoauszug oder einem Brief mit Ihrer Adresse',
        face_photo: 'einem Selfie',
        face_video: 'einem Video Ihres Gesichts',
        face_motion: 'einem Video Ihres Gesichts, während Sie den Kopf drehen',
        simple_electronic_signature: 'Ihrer Unterschrift',
        advanced_electronic_signature: 'Ihrer Unterschrift, bestätigt durch einen Code',
        qualified_electronic_signature:
          'Ihrer Unterschrift; danach werden die Dokumente über einen Vertrauensdienst signiert',
        passkey_enrollment: 'einem Passkey, an dem man Sie wiedererkennt',
        passkey_authentication: 'Ihrem Passkey',
      },
      sign: {
        title: 'Dokumente unterschreiben',
        lead: (account) =>
          `${account} bittet Sie, diese Dokumente zu unterschreiben. Öffnen und lesen Sie zuerst jedes.`,
        opened: '(geöffnet)',
        name: 'Ihr vollständiger Name',
        draw: 'Oder zeichnen Sie Ihre Unterschrift',
        pad: 'Feld für Ihre gezeichnete Unterschrift',
        clear: 'Löschen',
        code: 'Code',
        codeHintByMail: (address) =>
          `Der Code, den wir an Ihre E-Mail-Adresse ${address} geschickt haben. Er gilt 10 Minuten.`,
        codeHint: (number) => `Der Code, den wir an Ihr Telefon ${number} geschickt haben. Er gilt 10 Minuten.`,
        sendCode: 'Code schicken',
        sendAnother: 'Anderen Code schicken',
        submit: 'Unterschreiben',
        errors: {
          documents: 'Öffnen Sie zuerst jedes Dokument',
          name: 'Geben Sie Ihren vollständigen Namen ein, oder zeichnen Sie Ihre Unterschrift',
          drawn: 'Zeichnen Sie Ihre Unterschrift noch einmal, größer',
          consent: 'Bestätigen Sie, dass Sie unterschreiben',
          noCode: 'Fordern Sie einen Code an und geben Sie ihn ein',
          code: 'Das ist nicht der Code, den wir geschickt haben',
          expired: 'Dieser Code gilt nicht mehr. Fordern Sie einen anderen an',
          tooMany: 'Es wurden zu viele Codes geschickt. Warten Sie eine Stunde, bevor Sie einen anderen anfordern',
        },
      },
      passkey: {
        passkey_enrollment: {
          title: 'Passkey erstellen',
          lead: (account) =>
            `Bestätigen Sie ${account} beim nächsten Mal mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts, dass Sie es sind. Diese Daten bleiben auf Ihrem Gerät.`,
          submit: 'Passkey erstellen',
        },
        passkey_authentication: {
          title: 'Passkey verwenden',
          lead: (account) =>
            `Sie haben einen Passkey für ${account}. Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN.`,
          submit: 'Meinen Passkey verwenden',
        },
        skip: 'Ohne Passkey fortfahren',
        none: 'Sie haben keinen Passkey für diese Seite. Fahren Sie ohne einen fort.',
        tooMany: 'Sie haben die Höchstzahl an Passkeys erreicht. Fahren Sie mit einem davon fort.',
        notHere:
          'Dieser Browser kann hier keine Passkeys verwenden. Öffnen Sie denselben Link in einem anderen, oder fahren Sie ohne Passkey fort.',
        failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal, oder fahren Sie ohne Passkey fort.',
      },
      notHere: {
        title: 'Dieser Schritt braucht eine Kamera',
        body: (account) =>
          `Dieser Browser kann hier keine Videos aufnehmen. Öffnen Sie denselben Link in einem anderen, der Skripte erlaubt, zum Beispiel auf einem Handy. Oder machen Sie in der App oder auf der Website von ${account} weiter.`,
      },
      noWallet: {
        title: 'Dieser Schritt braucht eine Wallet',
        body: (account) =>
          `Dieser Browser kann hier keine Wallet öffnen. Öffnen Sie denselben Link in einem anderen, der Skripte erlaubt, zum Beispiel auf einem Handy. Oder machen Sie in der App oder auf der Website von ${account} weiter.`,
      },
      again: {
        title: 'Bitte versuchen Sie es noch einmal',
        attempt: (attempt, of) => `Versuch ${attempt} von ${of}`,
        attemptOnly: (attempt) => `Versuch ${attempt}`,
        neutral: (account) => `${account} braucht das noch einmal, um Ihre Identität zu bestätigen.`,
        reasons: {
          blurred: 'Das Foto war unscharf. Halten Sie still, bis es scharf ist.',
          dark: 'Das Foto war zu dunkel. Nehmen Sie es bei besserem Licht auf.',
          glare: 'Auf dem Foto war eine Spiegelung. Kippen Sie das Dokument, bis sie verschwindet.',
          cut_off: 'Ein Teil des Dokuments fehlte. Alle vier Ecken müssen auf dem Foto sein.',
          wrong_side: 'Das Foto zeigte die falsche Seite des Dokuments. Nehmen Sie jede Seite einmal auf.',
          no_document: 'Auf dem Foto war kein Dokument. Füllen Sie den Rahmen mit Ihrem Dokument.',
          two_documents: 'Auf dem Foto war mehr als ein Dokument. Zeigen Sie nur eines.',
          unclear: 'Das Foto war nicht gut genug zu lesen. Nichts darf das Dokument verdecken.',
          no_colour: 'Das Foto war nicht farbig. Fotografieren Sie das Dokument selbst.',
          no_back: 'Die Rückseite des Dokuments fehlte. Nehmen Sie beide Seiten auf.',
          unsupported: 'Dieses Dokument können wir nicht annehmen. Verwenden Sie ein anderes.',
          expired: 'Das Dokument ist abgelaufen. Verwenden Sie eines, das noch gültig ist.',
          too_old: 'Das Dokument ist zu alt. Verwenden Sie ein neueres.',
          no_face:
            'Wir konnten auf dem Foto kein einzelnes, deutliches Gesicht finden. Schauen Sie gerade in die Kamera. Nur Sie sollten zu sehen sein.',
          face_differs:
            'Wir konnten Ihr Gesicht dem Foto auf dem Dokument nicht zuordnen. Blicken Sie bei gutem Licht geradeaus, ohne Hut und Brille.',
        },
      },
      ends: {
        later: {
          title: 'Wir prüfen, was Sie gesendet haben',
          body: (account) =>
            `Vielleicht braucht ${account} noch etwas von Ihnen. Sie können diese Seite auch schließen und später mit demselben Link zurückkommen.`,
        },
        abandoned: {
          title: 'Dieser Link ist abgelaufen',
          body: (account) => `Die Zeit dafür ist vorbei. Bitten Sie ${account} um einen neuen Link.`,
        },
        error: {
          title: 'Die Prüfung kann nicht fortgesetzt werden',
          body: (account) => `Ihre Angaben sind gespeichert, aber etwas fehlt. Fragen Sie ${account}, was zu tun ist.`,
        },
      },
    },
  },
  sms: {
    phoneLink: (link) =>
      `Setzen Sie Ihre Identitätsprüfung auf diesem Telefon fort: ${link} Der Link gilt eine Stunde.`,
    signatureCode: (code) => `${code} ist Ihr Code zum Unterschreiben. Er gilt 10 Minuten.`,
  },
  mails: {
    form: {
      subject: (company) => `Bestätigen Sie Ihre Identität für ${company}`,
      greeting: (name) => `Guten Tag ${name},`,
      lead: (company) =>
        `${company} bittet Sie, Ihre Identität zu bestätigen. Das dauert ein paar Minuten. Halten Sie Ihr Ausweisdokument bereit.`,
      open: 'Identität bestätigen',
      openAt: 'Identität bestätigen:',
      copy: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
      until: (date) => `Der Link gilt bis zum ${date}.`,
      private:
        'Der Link ist nur für Sie bestimmt: Wer ihn hat, kann das Formular in Ihrem Namen ausfüllen. Bitte leiten Sie diese E-Mail nicht weiter.',
      unexpected: (company) =>
        `Wenn Sie ${company} nicht kennen oder diese E-Mail nicht erwartet haben, können Sie sie ignorieren.`,
      notice: (company) => `Datenschutzhinweise von ${company}:`,
    },
    signatureCode: {
      subject: (company) => `Ihr Code zum Unterschreiben für ${company}`,
      title: 'Ihr Code zum Unterschreiben',
      lead: (company) => `${company}: Dies ist Ihr Code zum Unterschreiben. Er gilt 10 Minuten.`,
      careful: 'Wenn Sie ihn nicht angefordert haben, tun Sie nichts und geben Sie ihn niemandem.',
    },
  },
  consent: 'Ich habe diese Dokumente gelesen und unterschreibe sie elektronisch.',
};
