import { rulesIn } from './rules.ts';
import type { SomeWords } from './types.ts';

export const nl: SomeWords = {
  pages: {
    lang: 'nl',
    sdk: 'nl',
    skip: 'Naar het formulier',
    back: 'Terug',
    continue: 'Doorgaan',
    continues: 'Als er een volgende stap is, gaat deze pagina vanzelf verder.',
    errorPrefix: 'Fout: ',
    errorHeading: 'Controleer uw gegevens',
    errorMark: 'Fout: ',
    sandbox: 'Testmodus. Gebruik geen echte gegevens.',
    progress: (step, of) => `Stap ${step} van ${of}`,
    chooseCountry: 'Kies een land',
    phone: { title: 'Identiteitscontrole' },
    help: (account) => `Vragen? Neem contact op met ${account}:`,
    notice: 'Privacyverklaring',
    newTab: '(opent in een nieuw tabblad)',
    start: {
      title: 'Bevestig uw identiteit',
      lead: (account, name) => `${account} vraagt u, ${name}, uw identiteit te bevestigen.`,
      notYou: (account) =>
        `Is dat niet uw naam? Ga dan niet verder en neem contact op met ${account}. De naam kan hier niet worden gewijzigd.`,
      need: 'Wij vragen u om',
      time: (minutes) => `Dit duurt ongeveer ${minutes === 1 ? 'een minuut' : `${minutes} minuten`}.`,
      pause: 'U kunt op elk moment stoppen en met dezelfde link terugkomen. Wat u al hebt gegeven, blijft bewaard.',
      private: 'De link is alleen voor u. Geef hem niet door.',
      go: 'Beginnen',
      goOn: 'Verdergaan waar u was gebleven',
      step: {
        details: 'uw gegevens',
        number: 'een identificatienummer',
        document: 'een foto van uw paspoort, rijbewijs, identiteitskaart of verblijfsvergunning',
        proof: 'een rekening, afschrift of brief met uw adres',
        photo: 'een selfie',
      },
    },
    details: {
      title: 'Uw gegevens',
      name: 'Naam',
      dateOfBirth: 'Geboortedatum',
      dateHint: 'Bijvoorbeeld 31 3 1980',
      day: 'Dag',
      month: 'Maand',
      year: 'Jaar',
      address: 'Woonadres',
      optional: '(optioneel)',
      consents: 'Uw toestemming',
    },
    fields: {
      dob: {
        label: 'Geboortedatum',
        blank: 'Vul uw geboortedatum in',
        invalid: 'Vul een echte geboortedatum in, bijvoorbeeld 31 3 1980',
      },
      'address.flat_number': { label: 'Appartementnummer' },
      'address.building_number': { label: 'Huisnummer' },
      'address.building_name': { label: 'Naam van het gebouw' },
      'address.street': { label: 'Straat' },
      'address.town': { label: 'Plaats' },
      'address.state': {
        label: 'Staat of provincie',
        hint: 'In de Verenigde Staten twee letters, bijvoorbeeld CA',
        blank: 'Vul de staat van uw adres in',
        invalid: 'Vul de staat in met twee letters, bijvoorbeeld CA',
      },
      'address.postcode': {
        label: 'Postcode',
        blank: 'Vul uw postcode in',
        invalid: 'Vul de postcode in zoals die in uw land wordt geschreven',
      },
      'address.country': { label: 'Land', blank: 'Kies het land van uw adres' },
      'location.country_of_residence': { label: 'Land waar u woont', blank: 'Kies het land waar u woont' },
      phone_number: {
        label: 'Telefoonnummer',
        hint: 'Met landcode, bijvoorbeeld +44 7700 900123',
        blank: 'Vul uw telefoonnummer in',
        invalid: 'Vul een telefoonnummer met landcode in, bijvoorbeeld +44 7700 900123',
      },
      'consents.privacy_notices_read': {
        label: (account) =>
          `Ik heb de privacyverklaring van ${account} gelezen en ga ermee akkoord dat wat ik hier geef, wordt gebruikt om mijn identiteit te bevestigen`,
        blank: 'Bevestig dat u de privacyverklaring hebt gelezen',
      },
      'consents.ssn_verification': {
        label: () => 'Ik ga ermee akkoord dat mijn socialezekerheidsnummer met officiële registers wordt vergeleken',
        blank: 'Ga akkoord met de vergelijking van uw socialezekerheidsnummer',
      },
      'consents.phone_number_verification': {
        label: () =>
          'Ik ga ermee akkoord dat mijn telefoonnummer met de gegevens van telefoonbedrijven wordt vergeleken',
        blank: 'Ga akkoord met de vergelijking van uw telefoonnummer',
      },
      'id_numbers.type': { label: 'Soort nummer', blank: 'Kies het soort nummer' },
      'id_numbers.value': {
        label: 'Nummer',
        blank: 'Vul het nummer in',
        invalid: 'Vul het nummer in zoals het op uw document staat',
      },
      type: { label: 'Soort document', blank: 'Kies het document dat u gebruikt' },
      issuing_country: { label: 'Land van afgifte', blank: 'Kies het land dat het document heeft afgegeven' },
      file: { label: 'Bestand' },
      first_name: { label: 'Voornaam', blank: 'Vul uw voornaam in' },
      last_name: { label: 'Achternaam', blank: 'Vul uw achternaam in' },
      email: {
        label: 'E-mailadres',
        blank: 'Vul uw e-mailadres in',
        invalid: 'Vul een e-mailadres in zoals naam@example.com',
      },
      nationality: { label: 'Nationaliteit', blank: 'Kies uw nationaliteit', invalid: 'Kies uw nationaliteit' },
      country_residence: { label: 'Land waar u woont', blank: 'Kies het land waar u woont' },
      phone_number_consent_granted: {
        label: 'Ik ga ermee akkoord dat mijn telefoonnummer met de gegevens van telefoonbedrijven wordt vergeleken',
        blank: 'Ga akkoord met de vergelijking van uw telefoonnummer',
      },
      'address.line1': { label: 'Straat en huisnummer' },
      'address.line2': { label: 'Appartement, gebouw of wijk' },
    },
    rule: rulesIn({
      tooLong: (label) => `${label}: de tekst is te lang`,
      characters: (label) => `${label}: sommige tekens zijn niet toegestaan`,
      other: (label) => `${label}: controleer dit gegeven`,
    }),
    number: {
      title: 'Identificatienummer',
      why: 'De registers van uw land kunnen alleen met een van deze nummers worden doorzocht.',
      types: {
        identity_card: 'Nummer van de identiteitskaart',
        tax_id: 'Fiscaal nummer',
        social_insurance: 'Socialezekerheidsnummer',
      },
      ending: (last) => `eindigt op ${last}`,
    },
    document: {
      title: 'Uw identiteitsbewijs',
      which: 'Kies uw document',
      types: {
        passport: 'Paspoort',
        driving_licence: 'Rijbewijs',
        national_identity_card: 'Identiteitskaart',
        residence_permit: 'Verblijfsvergunning',
      },
      passport: 'De fotopagina van uw paspoort',
      front: 'De voorkant van uw document',
      back: 'De achterkant van uw document',
      tips: [
        'Leg het document plat neer, bij goed licht en zonder schittering.',
        'Alle vier de hoeken en elke letter moeten te zien zijn.',
      ],
      backBlank: 'Staat er niets op de achterkant? Maak er dan toch een foto van.',
    },
    proof: {
      title: 'Uw adresbewijs',
      which: 'Kies een bewijs van adres',
      age: 'Uw naam en adres moeten erop staan. Het mag niet ouder zijn dan drie maanden.',
      types: {
        bank_building_society_statement: 'Bankafschrift',
        utility_bill: 'Rekening voor stroom, gas of water',
        council_tax: 'Aanslag gemeentebelasting',
        internet_bill: 'Internetrekening',
        mobile_phone_bill: 'Rekening van uw mobiele telefoon',
        mortgage_statement: 'Hypotheekoverzicht',
        insurance_statement: 'Verzekeringsoverzicht',
        benefit_letters: 'Brief over een uitkering',
      },
      file: 'Upload uw adresbewijs',
      tips: ['De hele pagina moet te zien zijn.', 'Een pdf van het bedrijf is goed.'],
    },
    photo: {
      title: 'Maak een selfie',
      tips: [
        'Kijk recht in de camera, bij goed licht.',
        'Niemand anders op de foto, geen hoed, geen zonnebril.',
        'Maak de foto nu: een foto van een foto wordt niet geaccepteerd.',
      ],
    },
    upload: {
      label: 'Kies een bestand of maak een foto met een telefoon',
      formats: { document: 'JPG, PNG of PDF, 32 KB tot 10 MB', live_photo: 'JPG of PNG, 32 KB tot 10 MB' },
      send: 'Uploaden',
      given: 'Al geüpload',
      replace: 'Een nieuwe upload vervangt dit.',
      keep: 'Behouden en doorgaan',
      errors: {
        "can't be blank": 'Kies een bestand',
        'must not be empty': 'Kies een bestand',
        'must be a jpg, png, pdf or json file': 'Kies een JPG-, PNG- of PDF-bestand',
        'must be a picture or a PDF': 'Kies een JPG-, PNG- of PDF-bestand',
        'must be a jpg or png file': 'Kies een JPG- of PNG-bestand',
        'is corrupt or incomplete': 'Het bestand kan niet worden geopend. Kies een ander',
        'is one too many': 'U hebt te veel bestanden geüpload. Vraag het aan de afzender van de link',
        'blur detected in image': 'De foto is onscherp. Houd stil en maak een nieuwe',
        'cutoff document detected in image': 'Een deel van het document ontbreekt. Maak een nieuwe foto',
        'glare detected in image': 'Er zit schittering op de foto. Maak een nieuwe zonder schittering',
        'no document in image': 'Er staat geen document op de foto. Maak een nieuwe',
        'no face detected in image': 'Er staat geen gezicht op de foto. Maak een nieuwe',
        'Multiple faces detected in image': 'Er staat meer dan één gezicht op de foto. Maak een nieuwe',
      },
      other: () => 'Dit bestand kan niet worden gebruikt. Kies een ander',
    },
    check: {
      title: 'Controleer uw antwoorden',
      consent: 'Uw toestemming',
      given: 'Gegeven',
      unanswered: 'Nog niet beantwoord',
      change: 'Wijzigen',
      answer: 'Beantwoorden',
      files: {
        front: 'Identiteitsbewijs',
        proof: 'Adresbewijs',
        photo: 'Selfie',
        video: 'Video',
        signature: 'Handtekening',
      },
      truth: 'Door dit te versturen bevestigt u dat alles waar is en over u gaat.',
      send: 'Versturen',
      missing: {
        date_of_birth: 'Vul uw geboortedatum in',
        address: 'Vul uw adres in',
        residence: 'Kies het land waar u woont',
        phone_number: 'Vul uw telefoonnummer in',
        consent: 'Bevestig dat u de privacyverklaring hebt gelezen',
        id_number: 'Vul een identificatienummer in',
        identity_document: 'Upload uw identiteitsbewijs',
        identity_document_back: 'Upload de achterkant van uw identiteitsbewijs',
        address_proof: 'Upload een adresbewijs',
        live_photo: 'Upload een selfie',
      },
    },
    ends: {
      sent: {
        title: 'Verstuurd',
        body: (account) => `Dank u wel. ${account} heeft wat er nodig was.`,
        received: 'Wat wij hebben ontvangen',
        next: (account) =>
          `${account} laat u het resultaat weten. Dat kan enkele minuten duren, of langer als een persoon controleert wat u hebt verstuurd.`,
        finished: (account) => `De controle is klaar. ${account} laat u het resultaat weten.`,
        reference: (reference) => `Referentie: ${reference}`,
        close: 'U kunt deze pagina sluiten.',
        redirect: (to) => `Doorgaan naar ${to}`,
      },
      not_needed: {
        title: 'Niet meer nodig',
        body: (account) => `${account} heeft dit formulier niet meer nodig. U hoeft niets te doen.`,
      },
      unknown: {
        title: 'Formulier niet gevonden',
        body: () =>
          'Op dit adres staat geen formulier. Controleer of u de hele link hebt geopend, of vraag het aan de afzender.',
      },
      gone: {
        title: 'Niet meer beschikbaar',
        body: () => 'Dit formulier en de gegevens erin worden niet meer bewaard.',
      },
      disabled: {
        title: 'Niet beschikbaar',
        body: () => 'Dit formulier kan nu niet worden ingevuld. Vraag het aan de afzender van de link.',
      },
      too_many: {
        title: 'Te veel verzoeken',
        body: () => 'Wacht een minuut en probeer het opnieuw. Wat u hebt gegeven, blijft bewaard.',
      },
      refused: {
        title: 'Dat is niet gelukt',
        body: () => 'Wat is verstuurd, kon niet worden gelezen. Ga terug naar het formulier en probeer het opnieuw.',
      },
      failed: {
        title: 'Er is iets misgegaan',
        body: () =>
          'De fout ligt bij ons. Probeer het over een paar minuten opnieuw. Wat u hebt gegeven, blijft bewaard.',
      },
      toForm: 'Terug naar het formulier',
    },

    captures: {
      back: 'Vorige stap',
      again: 'Opnieuw beginnen',
      instead: 'In plaats daarvan een bestand uploaden',
      titles: {
        document: 'Uw identiteitsbewijs',
        proof: 'Uw adresbewijs',
        photo: 'Maak een selfie',
        video: 'Neem een korte video op',
        motion: 'Draai uw hoofd',
      },
    },
    stepUp: {
      title: 'Nog één foto kan uw document bevestigen',
      lead: (account) =>
        `${account} kon uw document met de huidige foto’s niet bevestigen. Nog één foto kan genoeg zijn. U kunt ook zonder verdergaan.`,
      back: 'Achterkant fotograferen',
      seal: 'Code fotograferen',
      skip: 'Zonder foto verdergaan',
      closeUp: {
        title: 'Een close-up van de code op uw document',
        tips: [
          'Vul de foto met de code. De rest van het document mag wegvallen.',
          'Houd stil tot elke punt en elke lijn scherp is, zonder weerspiegelingen.',
        ],
        places: {
          bars_on_back: 'De code is het brede veld met strepen op de achterkant van de kaart.',
          square_on_back: 'De code is het vierkant met kleine punten op de achterkant van de kaart.',
          square: 'De code is een vierkant met kleine punten.',
        },
      },
      wait: {
        title: 'Uw document wordt gecontroleerd',
        lead: 'Dit duurt meestal minder dan een minuut. Daarna wordt u misschien om nog één foto gevraagd.',
        again: 'Opnieuw kijken',
      },
    },
    link: {
      lead: (account) => `${account} vraagt u uw identiteit te bevestigen.`,
      notYou: (account) => `Kent u ${account} niet of had u dit niet verwacht? Sluit dan deze pagina.`,
      need: 'Wij vragen u om',
      done: '(klaar)',
      step: {
        profile_data: 'uw gegevens',
        document_photo: 'een foto van uw paspoort, rijbewijs, identiteitskaart of verblijfsvergunning',
        digital_credential: 'een document uit uw wallet',
        digital_credential_or_photos: 'een document uit uw wallet, of foto’s van een document',
        proof_of_address: 'een rekening, afschrift of brief met uw adres',
        face_photo: 'een selfie',
        face_video: 'een video van uw gezicht',
        face_motion: 'een video van uw gezicht terwijl u uw hoofd draait',
        simple_electronic_signature: 'uw handtekening',
        advanced_electronic_signature: 'uw handtekening, bevestigd met een code',
        qualified_electronic_signature:
          'uw handtekening; daarna worden de documenten via een vertrouwensdienst ondertekend',
        passkey_enrollment: 'een passkey, waaraan u wordt herkend',
        passkey_authentication: 'uw passkey',
      },
      sign: {
        title: 'Documenten ondertekenen',
        lead: (account) => `${account} vraagt u deze documenten te ondertekenen. Open en lees eerst elk document.`,
        opened: '(geopend)',
        name: 'Uw volledige naam',
        draw: 'Of teken uw handtekening',
        pad: 'Vlak om uw handtekening te tekenen',
        clear: 'Wissen',
        code: 'Code',
        codeHintByMail: (address) =>
          `De code die we naar uw e-mailadres ${address} hebben gestuurd. Hij is 10 minuten geldig.`,
        codeHint: (number) => `De code die we naar uw telefoon ${number} hebben gestuurd. Hij is 10 minuten geldig.`,
        sendCode: 'Stuur mij een code',
        sendAnother: 'Stuur een andere code',
        submit: 'Ondertekenen',
        errors: {
          documents: 'Open eerst elk document',
          name: 'Vul uw volledige naam in, of teken uw handtekening',
          drawn: 'Teken uw handtekening nog eens, groter',
          consent: 'Bevestig dat u ondertekent',
          noCode: 'Vraag een code aan en vul hem in',
          code: 'Dit is niet de code die we hebben gestuurd',
          expired: 'Deze code is niet meer geldig. Vraag een andere aan',
          tooMany: 'Er zijn te veel codes gestuurd. Wacht een uur voordat u een andere aanvraagt',
        },
      },
      passkey: {
        passkey_enrollment: {
          title: 'Een passkey maken',
          lead: (account) =>
            `Bevestig de volgende keer aan ${account} met uw vingerafdruk, gezicht of pincode dat u het bent. Deze gegevens blijven op uw apparaat.`,
          submit: 'Een passkey maken',
        },
        passkey_authentication: {
          title: 'Uw passkey gebruiken',
          lead: (account) =>
            `U hebt een passkey voor ${account}. Uw apparaat vraagt om uw vingerafdruk, gezicht of pincode.`,
          submit: 'Mijn passkey gebruiken',
        },
        skip: 'Doorgaan zonder passkey',
        none: 'U hebt geen passkey voor deze pagina. Ga zonder door.',
        tooMany: 'U hebt het maximale aantal passkeys bereikt. Ga door met een daarvan.',
        notHere:
          'Deze browser kan hier geen passkeys gebruiken. Open dezelfde link in een andere, of ga door zonder passkey.',
        failed: 'Dat is niet gelukt. Probeer het opnieuw, of ga door zonder passkey.',
      },
      notHere: {
        title: 'Voor deze stap is een camera nodig',
        body: (account) =>
          `Deze browser kan hier geen video opnemen. Open dezelfde link in een andere die scripts toestaat, bijvoorbeeld op een telefoon. Of ga verder in de app of op de site van ${account}.`,
      },
      noWallet: {
        title: 'Voor deze stap is een wallet nodig',
        body: (account) =>
          `Deze browser kan hier geen wallet openen. Open dezelfde link in een andere die scripts toestaat, bijvoorbeeld op een telefoon. Of ga verder in de app of op de site van ${account}.`,
      },
      again: {
        title: 'Probeer het opnieuw',
        attempt: (attempt, of) => `Poging ${attempt} van ${of}`,
        attemptOnly: (attempt) => `Poging ${attempt}`,
        neutral: (account) => `${account} heeft dit nog een keer nodig om uw identiteit te bevestigen.`,
        reasons: {
          blurred: 'De foto was onscherp. Houd stil tot hij scherp is.',
          dark: 'De foto was te donker. Maak hem bij beter licht.',
          glare: 'Er zat schittering op de foto. Kantel het document tot die weg is.',
          cut_off: 'Een deel van het document ontbrak. Alle vier de hoeken moeten op de foto staan.',
          wrong_side: 'De foto toonde de verkeerde kant van het document. Maak van elke kant één foto.',
          no_document: 'Er stond geen document op de foto. Vul het kader met uw document.',
          two_documents: 'Er stond meer dan één document op de foto. Laat er maar één zien.',
          unclear: 'De foto was niet duidelijk genoeg om te lezen. Niets mag het document bedekken.',
          no_colour: 'De foto was niet in kleur. Maak een foto van het document zelf.',
          no_back: 'De achterkant van het document ontbrak. Maak van beide kanten een foto.',
          unsupported: 'We kunnen dit document niet aannemen. Gebruik een ander.',
          expired: 'Het document is verlopen. Gebruik er een dat nog geldig is.',
          too_old: 'Het document is te oud. Gebruik een nieuwer.',
          no_face:
            'We konden op de foto niet één duidelijk gezicht vinden. Kijk recht in de camera. Zorg dat alleen u op de foto staat.',
          face_differs:
            'We konden uw gezicht niet koppelen aan de foto op uw document. Kijk bij goed licht recht vooruit, zonder hoed of bril.',
        },
      },
      ends: {
        later: {
          title: 'We controleren wat u hebt verstuurd',
          body: (account) =>
            `Misschien vraagt ${account} u nog iets. U kunt deze pagina ook sluiten en later terugkomen met dezelfde link.`,
        },
        abandoned: {
          title: 'Deze link is verlopen',
          body: (account) => `De tijd hiervoor is voorbij. Vraag ${account} om een nieuwe link.`,
        },
        error: {
          title: 'De controle kan niet verdergaan',
          body: (account) =>
            `Wat u hebt gegeven, is bewaard, maar er ontbreekt iets. Vraag ${account} wat u moet doen.`,
        },
      },
    },
  },
  sms: {
    phoneLink: (link) => `Ga verder met uw identiteitscontrole op deze telefoon: ${link} De link is een uur geldig.`,
    signatureCode: (code) => `${code} is uw code om te ondertekenen. De code is 10 minuten geldig.`,
  },
  mails: {
    form: {
      subject: (company) => `Bevestig uw identiteit voor ${company}`,
      greeting: (name) => `Beste ${name},`,
      lead: (company) =>
        `${company} vraagt u uw identiteit te bevestigen. Dit duurt enkele minuten. Houd uw identiteitsbewijs bij de hand.`,
      open: 'Mijn identiteit bevestigen',
      openAt: 'Mijn identiteit bevestigen:',
      copy: 'Of kopieer dit adres naar uw browser:',
      until: (date) => `De link werkt tot ${date}.`,
      private:
        'De link is alleen voor u bestemd: iedereen die hem heeft, kan het formulier namens u invullen. Stuur deze e-mail niet door.',
      unexpected: (company) =>
        `Kent u ${company} niet of had u deze e-mail niet verwacht? Dan kunt u de e-mail negeren.`,
      notice: (company) => `Privacyverklaring van ${company}:`,
    },
    signatureCode: {
      subject: (company) => `Uw code om te ondertekenen voor ${company}`,
      title: 'Uw code om te ondertekenen',
      lead: (company) => `${company}: dit is uw code om te ondertekenen. De code is 10 minuten geldig.`,
      careful: 'Hebt u niet om een code gevraagd? Doe dan niets en geef de code aan niemand.',
    },
  },
  consent: 'Ik heb deze documenten gelezen en onderteken ze elektronisch.',
};
