import { rulesIn } from './rules.ts';
import type { SomeWords } from './types.ts';

export const fr: SomeWords = {
  pages: {
    lang: 'fr',
    sdk: 'fr',
    skip: 'Aller au formulaire',
    back: 'Retour',
    continue: 'Continuer',
    continues: 'S’il y a une étape suivante, cette page continue toute seule.',
    errorPrefix: 'Erreur : ',
    errorHeading: 'Veuillez vérifier vos réponses',
    errorMark: 'Erreur : ',
    sandbox: 'Mode test. N’utilisez pas de vraies données.',
    progress: (step, of) => `Étape ${step} sur ${of}`,
    chooseCountry: 'Choisissez un pays',
    phone: { title: 'Vérification d’identité' },
    help: (account) => `Des questions ? Contactez ${account} :`,
    notice: 'Avis de confidentialité',
    newTab: '(s’ouvre dans un nouvel onglet)',
    start: {
      title: 'Confirmez votre identité',
      lead: (account, name) => `${account} vous demande, ${name}, de confirmer votre identité.`,
      notYou: (account) =>
        `Si ce n’est pas votre nom, ne continuez pas et prévenez ${account}. Le nom ne peut pas être modifié ici.`,
      need: 'Nous allons vous demander',
      time: (minutes) => `Cela prend environ ${minutes === 1 ? 'une minute' : `${minutes} minutes`}.`,
      pause:
        'Vous pouvez vous arrêter à tout moment et revenir avec le même lien. Ce que vous avez déjà donné est conservé.',
      private: 'Ce lien est personnel. Ne le transmettez pas.',
      go: 'Commencer',
      goOn: 'Reprendre où vous en étiez',
      step: {
        details: 'vos coordonnées',
        number: 'un numéro d’identification',
        document: 'une photo de votre passeport, permis de conduire, carte d’identité ou titre de séjour',
        proof: 'une facture, un relevé ou un courrier qui montre votre adresse',
        photo: 'un selfie',
      },
    },
    details: {
      title: 'Vos coordonnées',
      name: 'Nom',
      dateOfBirth: 'Date de naissance',
      dateHint: 'Par exemple 31 3 1980',
      day: 'Jour',
      month: 'Mois',
      year: 'Année',
      address: 'Adresse du domicile',
      optional: '(facultatif)',
      consents: 'Votre accord',
    },
    fields: {
      dob: {
        label: 'Date de naissance',
        blank: 'Entrez votre date de naissance',
        invalid: 'Entrez une vraie date de naissance, par exemple 31 3 1980',
      },
      'address.flat_number': { label: 'Numéro d’appartement' },
      'address.building_number': { label: 'Numéro de rue' },
      'address.building_name': { label: 'Nom du bâtiment' },
      'address.street': { label: 'Rue' },
      'address.town': { label: 'Ville' },
      'address.state': {
        label: 'État ou province',
        hint: 'Aux États-Unis, deux lettres, par exemple CA',
        blank: 'Entrez l’État de votre adresse',
        invalid: 'Entrez l’État en deux lettres, par exemple CA',
      },
      'address.postcode': {
        label: 'Code postal',
        blank: 'Entrez votre code postal',
        invalid: 'Entrez le code postal comme on l’écrit dans votre pays',
      },
      'address.country': { label: 'Pays', blank: 'Choisissez le pays de votre adresse' },
      'location.country_of_residence': { label: 'Pays où vous vivez', blank: 'Choisissez le pays où vous vivez' },
      phone_number: {
        label: 'Numéro de téléphone',
        hint: 'Avec l’indicatif du pays, par exemple +44 7700 900123',
        blank: 'Entrez votre numéro de téléphone',
        invalid: 'Entrez un numéro de téléphone avec l’indicatif du pays, par exemple +44 7700 900123',
      },
      'consents.privacy_notices_read': {
        label: (account) =>
          `J’ai lu l’avis de confidentialité de ${account} et j’accepte que ce que je donne ici serve à confirmer mon identité`,
        blank: 'Confirmez que vous avez lu l’avis de confidentialité',
      },
      'consents.ssn_verification': {
        label: () => 'J’accepte que mon numéro de sécurité sociale soit comparé à des registres officiels',
        blank: 'Acceptez la comparaison de votre numéro de sécurité sociale',
      },
      'consents.phone_number_verification': {
        label: () => 'J’accepte que mon numéro de téléphone soit comparé aux données des opérateurs téléphoniques',
        blank: 'Acceptez la comparaison de votre numéro de téléphone',
      },
      'id_numbers.type': { label: 'Type de numéro', blank: 'Choisissez le type de numéro' },
      'id_numbers.value': {
        label: 'Numéro',
        blank: 'Entrez le numéro',
        invalid: 'Entrez le numéro tel qu’il figure sur votre document',
      },
      type: { label: 'Type de document', blank: 'Choisissez le document que vous allez utiliser' },
      issuing_country: { label: 'Pays de délivrance', blank: 'Choisissez le pays qui a délivré le document' },
      file: { label: 'Fichier' },
      first_name: { label: 'Prénom', blank: 'Entrez votre prénom' },
      last_name: { label: 'Nom de famille', blank: 'Entrez votre nom de famille' },
      email: {
        label: 'Adresse e-mail',
        blank: 'Entrez votre adresse e-mail',
        invalid: 'Entrez une adresse e-mail comme nom@example.com',
      },
      nationality: {
        label: 'Nationalité',
        blank: 'Choisissez votre nationalité',
        invalid: 'Choisissez votre nationalité',
      },
      country_residence: { label: 'Pays où vous vivez', blank: 'Choisissez le pays où vous vivez' },
      phone_number_consent_granted: {
        label: 'J’accepte que mon numéro de téléphone soit comparé aux données des opérateurs téléphoniques',
        blank: 'Acceptez la comparaison de votre numéro de téléphone',
      },
      'address.line1': { label: 'Numéro et rue' },
      'address.line2': { label: 'Appartement, bâtiment ou quartier' },
    },
    rule: rulesIn({
      tooLong: (label) => `${label} : le texte est trop long`,
      characters: (label) => `${label} : certains caractères ne sont pas acceptés`,
      other: (label) => `${label} : veuillez vérifier cette réponse`,
    }),
    number: {
      title: 'Numéro d’identification',
      why: 'Les registres de votre pays ne peuvent être consultés qu’avec l’un de ces numéros.',
      types: {
        identity_card: 'Numéro de carte d’identité',
        tax_id: 'Numéro fiscal',
        social_insurance: 'Numéro d’assurance sociale',
      },
      ending: (last) => `se termine par ${last}`,
    },
    document: {
      title: 'Votre pièce d’identité',
      which: 'Choisissez votre document',
      types: {
        passport: 'Passeport',
        driving_licence: 'Permis de conduire',
        national_identity_card: 'Carte d’identité',
        residence_permit: 'Titre de séjour',
      },
      passport: 'La page avec photo de votre passeport',
      front: 'Le recto de votre document',
      back: 'Le verso de votre document',
      tips: [
        'Posez le document à plat, sous une bonne lumière et sans reflets.',
        'Les quatre coins et toutes les lettres doivent être visibles.',
      ],
      backBlank: 'Même si le verso est vide, prenez-le aussi en photo.',
    },
    proof: {
      title: 'Votre justificatif de domicile',
      which: 'Choisissez un justificatif de domicile',
      age: 'Il doit montrer votre nom et votre adresse, et dater de moins de trois mois.',
      types: {
        bank_building_society_statement: 'Relevé bancaire',
        utility_bill: 'Facture d’électricité, de gaz ou d’eau',
        council_tax: 'Avis de taxe d’habitation',
        internet_bill: 'Facture internet',
        mobile_phone_bill: 'Facture de téléphone mobile',
        mortgage_statement: 'Relevé de prêt immobilier',
        insurance_statement: 'Attestation d’assurance',
        benefit_letters: 'Courrier d’allocations',
      },
      file: 'Envoyez votre justificatif de domicile',
      tips: ['La page entière doit être visible.', 'Un PDF de l’entreprise convient.'],
    },
    photo: {
      title: 'Prenez un selfie',
      tips: [
        'Regardez droit vers l’appareil, sous une bonne lumière.',
        'Personne d’autre sur la photo, pas de chapeau, pas de lunettes de soleil.',
        'Prenez-la maintenant : la photo d’une photo n’est pas acceptée.',
      ],
    },
    upload: {
      label: 'Choisissez un fichier, ou prenez une photo avec un téléphone',
      formats: { document: 'JPG, PNG ou PDF, de 32 Ko à 10 Mo', live_photo: 'JPG ou PNG, de 32 Ko à 10 Mo' },
      send: 'Envoyer',
      given: 'Déjà envoyé',
      replace: 'Un nouvel envoi le remplacera.',
      keep: 'Le garder et continuer',
      errors: {
        "can't be blank": 'Choisissez un fichier',
        'must not be empty': 'Choisissez un fichier',
        'must be a jpg, png, pdf or json file': 'Choisissez un fichier JPG, PNG ou PDF',
        'must be a picture or a PDF': 'Choisissez un fichier JPG, PNG ou PDF',
        'must be a jpg or png file': 'Choisissez un fichier JPG ou PNG',
        'is corrupt or incomplete': 'Le fichier ne peut pas être ouvert. Choisissez-en un autre',
        'is one too many': 'Vous avez envoyé trop de fichiers. Adressez-vous à l’expéditeur du lien',
        'blur detected in image': 'La photo est floue. Ne bougez pas et prenez-en une autre',
        'cutoff document detected in image': 'Une partie du document manque. Prenez une autre photo',
        'glare detected in image': 'Il y a un reflet sur la photo. Prenez-en une autre sans reflet',
        'no document in image': 'Il n’y a pas de document sur la photo. Prenez-en une autre',
        'no face detected in image': 'Il n’y a pas de visage sur la photo. Prenez-en une autre',
        'Multiple faces detected in image': 'Il y a plus d’un visage sur la photo. Prenez-en une autre',
      },
      other: () => 'Ce fichier ne peut pas être utilisé. Choisissez-en un autre',
    },
    check: {
      title: 'Vérifiez vos réponses',
      consent: 'Votre accord',
      given: 'Donné',
      unanswered: 'Pas encore de réponse',
      change: 'Modifier',
      answer: 'Répondre',
      files: {
        front: 'Pièce d’identité',
        proof: 'Justificatif de domicile',
        photo: 'Selfie',
        video: 'Vidéo',
        signature: 'Signature',
      },
      truth: 'En envoyant ces réponses, vous confirmez qu’elles sont exactes et qu’elles vous concernent.',
      send: 'Envoyer',
      missing: {
        date_of_birth: 'Entrez votre date de naissance',
        address: 'Entrez votre adresse',
        residence: 'Choisissez le pays où vous vivez',
        phone_number: 'Entrez votre numéro de téléphone',
        consent: 'Confirmez que vous avez lu l’avis de confidentialité',
        id_number: 'Entrez un numéro d’identification',
        identity_document: 'Envoyez votre pièce d’identité',
        identity_document_back: 'Envoyez le verso de votre pièce d’identité',
        address_proof: 'Envoyez un justificatif de domicile',
        live_photo: 'Envoyez un selfie',
      },
    },
    ends: {
      sent: {
        title: 'Envoyé',
        body: (account) => `Merci. ${account} a reçu ce qui était demandé.`,
        received: 'Ce que nous avons reçu',
        next: (account) =>
          `${account} vous communiquera le résultat. Cela peut prendre quelques minutes, ou plus si une personne vérifie votre envoi.`,
        finished: (account) => `La vérification est terminée. ${account} vous communiquera le résultat.`,
        reference: (reference) => `Référence : ${reference}`,
        close: 'Vous pouvez fermer cette page.',
        redirect: (to) => `Continuer vers ${to}`,
      },
      not_needed: {
        title: 'Plus nécessaire',
        body: (account) => `${account} n’a plus besoin de ce formulaire. Vous n’avez rien à faire.`,
      },
      unknown: {
        title: 'Formulaire introuvable',
        body: () =>
          'Il n’y a pas de formulaire à cette adresse. Vérifiez que vous avez ouvert le lien en entier, ou adressez-vous à son expéditeur.',
      },
      gone: {
        title: 'Plus disponible',
        body: () => 'Ce formulaire et ce qu’il contenait ne sont plus conservés.',
      },
      disabled: {
        title: 'Indisponible',
        body: () => 'Ce formulaire ne peut pas être rempli pour le moment. Adressez-vous à l’expéditeur du lien.',
      },
      too_many: {
        title: 'Trop de demandes',
        body: () => 'Attendez une minute, puis réessayez. Ce que vous avez donné est conservé.',
      },
      refused: {
        title: 'Cela n’a pas fonctionné',
        body: () => 'Ce qui a été envoyé est illisible. Revenez au formulaire et réessayez.',
      },
      failed: {
        title: 'Une erreur s’est produite',
        body: () =>
          'L’erreur vient de chez nous. Réessayez dans quelques minutes. Ce que vous avez donné est conservé.',
      },
      toForm: 'Retour au formulaire',
    },

    captures: {
      back: 'Étape précédente',
      again: 'Recommencer',
      instead: 'Envoyer plutôt un fichier',
      titles: {
        document: 'Votre pièce d’identité',
        proof: 'Votre justificatif de domicile',
        photo: 'Prenez un selfie',
        video: 'Enregistrez une courte vidéo',
        motion: 'Tournez la tête',
      },
    },
    stepUp: {
      title: 'Une photo de plus peut confirmer votre document',
      lead: (account) =>
        `${account} n’a pas pu confirmer votre document avec les photos actuelles. Une photo de plus peut suffire. Vous pouvez aussi continuer sans elle.`,
      back: 'Photographier le verso',
      seal: 'Photographier le code',
      skip: 'Continuer sans photo',
      closeUp: {
        title: 'Un gros plan du code de votre document',
        tips: [
          'Remplissez la photo avec le code. Le reste du document peut être coupé.',
          'Ne bougez pas tant que chaque point et chaque ligne ne sont pas nets, sans reflet.',
        ],
        places: {
          bars_on_back: 'Le code est le large champ de barres au dos de la carte.',
          square_on_back: 'Le code est le carré de petits points au dos de la carte.',
          square: 'Le code est un carré de petits points.',
        },
      },
      wait: {
        title: 'Votre document est en cours de vérification',
        lead: 'Cela prend généralement moins d’une minute. Une photo de plus pourra ensuite vous être demandée.',
        again: 'Regarder à nouveau',
      },
    },
    link: {
      lead: (account) => `${account} vous demande de confirmer votre identité.`,
      notYou: (account) => `Si vous ne connaissez pas ${account} ou n’attendiez pas ce message, fermez cette page.`,
      need: 'Nous allons vous demander',
      done: '(fait)',
      step: {
        profile_data: 'vos coordonnées',
        document_photo: 'une photo de votre passeport, permis de conduire, carte d’identité ou titre de séjour',
        digital_credential: 'un document de votre portefeuille numérique',
        digital_credential_or_photos: 'un document de votre portefeuille numérique, ou des photos d’un document',
        proof_of_address: 'une facture, un relevé ou un courrier qui montre votre adresse',
        face_photo: 'un selfie',
        face_video: 'une vidéo de votre visage',
        face_motion: 'une vidéo de votre visage pendant que vous tournez la tête',
        simple_electronic_signature: 'votre signature',
        advanced_electronic_signature: 'votre signature, confirmée par un code',
        qualified_electronic_signature:
          'votre signature ; les documents sont ensuite signés par un service de confiance',
        passkey_enrollment: 'une clé d’accès, qui permettra de vous reconnaître',
        passkey_authentication: 'votre clé d’accès',
      },
      sign: {
        title: 'Signer des documents',
        lead: (account) => `${account} vous demande de signer ces documents. Ouvrez et lisez d’abord chacun d’eux.`,
        opened: '(ouvert)',
        name: 'Votre nom complet',
        draw: 'Ou dessinez votre signature',
        pad: 'Zone où dessiner votre signature',
        clear: 'Effacer',
        code: 'Code',
        codeHintByMail: (address) =>
          `Le code que nous avons envoyé à votre adresse e-mail ${address}. Il est valable 10 minutes.`,
        codeHint: (number) => `Le code que nous avons envoyé à votre téléphone ${number}. Il est valable 10 minutes.`,
        sendCode: 'Envoyez-moi un code',
        sendAnother: 'Envoyer un autre code',
        submit: 'Signer',
        errors: {
          documents: 'Ouvrez d’abord chaque document',
          name: 'Saisissez votre nom complet, ou dessinez votre signature',
          drawn: 'Dessinez de nouveau votre signature, en plus grand',
          consent: 'Confirmez que vous signez',
          noCode: 'Demandez un code et saisissez-le',
          code: 'Ce n’est pas le code que nous avons envoyé',
          expired: 'Ce code n’est plus valable. Demandez-en un autre',
          tooMany: 'Trop de codes ont été envoyés. Attendez une heure avant d’en demander un autre',
        },
      },
      passkey: {
        passkey_enrollment: {
          title: 'Créer une clé d’accès',
          lead: (account) =>
            `La prochaine fois, confirmez à ${account} que c’est vous avec votre empreinte, votre visage ou le code de votre appareil. Ces données restent sur votre appareil.`,
          submit: 'Créer une clé d’accès',
        },
        passkey_authentication: {
          title: 'Utiliser votre clé d’accès',
          lead: (account) =>
            `Vous avez une clé d’accès pour ${account}. Votre appareil demande votre empreinte, votre visage ou son code.`,
          submit: 'Utiliser ma clé d’accès',
        },
        skip: 'Continuer sans clé d’accès',
        none: 'Vous n’avez pas de clé d’accès pour cette page. Continuez sans.',
        tooMany: 'Vous avez atteint le nombre maximal de clés d’accès. Continuez avec l’une d’elles.',
        notHere:
          'Ce navigateur ne peut pas utiliser de clés d’accès ici. Ouvrez le même lien dans un autre, ou continuez sans clé d’accès.',
        failed: 'Cela n’a pas fonctionné. Réessayez, ou continuez sans clé d’accès.',
      },
      notHere: {
        title: 'Cette étape demande une caméra',
        body: (account) =>
          `Ce navigateur ne peut pas enregistrer de vidéo ici. Ouvrez le même lien dans un autre qui autorise les scripts, par exemple celui d’un téléphone. Ou continuez dans l’application ou sur le site de ${account}.`,
      },
      noWallet: {
        title: 'Cette étape demande un portefeuille numérique',
        body: (account) =>
          `Ce navigateur ne peut pas ouvrir de portefeuille numérique ici. Ouvrez le même lien dans un autre qui autorise les scripts, par exemple celui d’un téléphone. Ou continuez dans l’application ou sur le site de ${account}.`,
      },
      again: {
        title: 'Veuillez réessayer',
        attempt: (attempt, of) => `Essai ${attempt} sur ${of}`,
        attemptOnly: (attempt) => `Essai ${attempt}`,
        neutral: (account) => `${account} en a besoin encore une fois pour confirmer votre identité.`,
        reasons: {
          blurred: 'La photo était floue. Ne bougez pas jusqu’à ce qu’elle soit nette.',
          dark: 'La photo était trop sombre. Prenez-la dans une meilleure lumière.',
          glare: 'Il y avait un reflet sur la photo. Inclinez le document jusqu’à ce qu’il disparaisse.',
          cut_off: 'Une partie du document manquait. Les quatre coins doivent être sur la photo.',
          wrong_side: 'La photo montrait le mauvais côté du document. Prenez chaque côté une fois.',
          no_document: 'Il n’y avait pas de document sur la photo. Remplissez le cadre avec votre document.',
          two_documents: 'Il y avait plus d’un document sur la photo. N’en montrez qu’un.',
          unclear: 'La photo n’était pas assez lisible. Rien ne doit cacher le document.',
          no_colour: 'La photo n’était pas en couleur. Photographiez le document lui-même.',
          no_back: 'Le verso du document manquait. Prenez les deux côtés.',
          unsupported: 'Nous ne pouvons pas accepter ce document. Utilisez-en un autre.',
          expired: 'Le document a expiré. Utilisez-en un qui est encore valable.',
          too_old: 'Le document est trop ancien. Utilisez-en un plus récent.',
          no_face:
            'Nous n’avons pas trouvé un seul visage net sur la photo. Regardez bien en face de la caméra. Soyez seul sur la photo.',
          face_differs:
            'Nous n’avons pas pu rapprocher votre visage de la photo du document. Regardez droit devant vous, bien éclairé, sans chapeau ni lunettes.',
        },
      },
      ends: {
        later: {
          title: 'Nous vérifions votre envoi',
          body: (account) =>
            `${account} peut encore vous demander autre chose. Vous pouvez aussi fermer cette page et revenir plus tard avec le même lien.`,
        },
        abandoned: {
          title: 'Ce lien a expiré',
          body: (account) => `Le délai est écoulé. Demandez un nouveau lien à ${account}.`,
        },
        error: {
          title: 'La vérification ne peut pas continuer',
          body: (account) =>
            `Ce que vous avez donné est conservé, mais il manque quelque chose. Demandez à ${account} quoi faire.`,
        },
      },
    },
  },
  sms: {
    phoneLink: (link) =>
      `Poursuivez la vérification de votre identité sur ce téléphone : ${link} Le lien est valable une heure.`,
    signatureCode: (code) => `${code} est votre code de signature. Il est valable 10 minutes.`,
  },
  mails: {
    form: {
      subject: (company) => `Vérifiez votre identité pour ${company}`,
      greeting: (name) => `Bonjour ${name},`,
      lead: (company) =>
        `${company} vous demande de confirmer votre identité. Cela prend quelques minutes. Gardez votre pièce d’identité à portée de main.`,
      open: 'Vérifier mon identité',
      openAt: 'Vérifier mon identité :',
      copy: 'Ou copiez cette adresse dans votre navigateur :',
      until: (date) => `Le lien fonctionne jusqu’au ${date}.`,
      private:
        'Ce lien n’est que pour vous : toute personne qui le possède peut remplir le formulaire en votre nom. Ne transférez pas cet e-mail.',
      unexpected: (company) =>
        `Si vous ne connaissez pas ${company} ou si vous n’attendiez pas cet e-mail, vous pouvez l’ignorer.`,
      notice: (company) => `Avis de confidentialité de ${company} :`,
    },
    signatureCode: {
      subject: (company) => `Votre code de signature pour ${company}`,
      title: 'Votre code de signature',
      lead: (company) => `${company} : voici votre code de signature. Il est valable 10 minutes.`,
      careful: 'Si vous ne l’avez pas demandé, ne faites rien et ne le donnez à personne.',
    },
  },
  consent: 'J’ai lu ces documents et je les signe électroniquement.',
};
