import type { Some } from '../hosted/words/en.ts';
import type { Words } from './english.ts';

/** The words of the link page besides English; what a language leaves out is English. */
export const tables: Readonly<Record<string, Some<Words>>> = {
  ar: {
    lead: (account) => `تطلب منك ${account} تأكيد هويتك.`,
    notYou: (account) => `إذا كنت لا تعرف ${account} أو لم تكن تتوقع ذلك، فأغلق هذه الصفحة.`,
    need: 'سنطلب منك',
    done: '(تم)',
    step: {
      profile_data: 'بياناتك',
      document_photo: 'صورة لجواز سفرك أو رخصة قيادتك أو بطاقة هويتك أو تصريح إقامتك',
      proof_of_address: 'فاتورة أو كشف حساب أو رسالة يظهر فيها عنوانك',
      face_photo: 'صورة لوجهك',
      face_video: 'مقطع فيديو لوجهك',
      face_motion: 'مقطع فيديو لوجهك وأنت تدير رأسك',
      simple_electronic_signature: 'توقيعك',
      advanced_electronic_signature: 'توقيعك، مع تأكيده برمز',
      qualified_electronic_signature: 'توقيعك، ثم تُوقَّع المستندات عبر خدمة ثقة',
      passkey_enrollment: 'مفتاح مرور تُعرف به في المرة القادمة',
      passkey_authentication: 'مفتاح مرورك',
    },
    sign: {
      title: 'توقيع المستندات',
      lead: (account) => `تطلب منك ${account} توقيع هذه المستندات. افتح كلًا منها واقرأه أولًا.`,
      opened: '(تم فتحه)',
      name: 'اسمك الكامل',
      draw: 'أو ارسم توقيعك',
      pad: 'مساحة توقيعك المرسوم',
      clear: 'محو',
      code: 'الرمز',
      codeHintByMail: (address) => `الرمز الذي أرسلناه إلى بريدك الإلكتروني ${address}. يعمل لمدة 10 دقائق.`,
      codeHint: (number) => `الرمز الذي أرسلناه إلى هاتفك ${number}. يعمل لمدة 10 دقائق.`,
      sendCode: 'أرسل لي رمزًا',
      sendAnother: 'أرسل رمزًا آخر',
      submit: 'توقيع',
      errors: {
        documents: 'افتح كل مستند أولًا',
        name: 'أدخل اسمك الكامل أو ارسم توقيعك',
        drawn: 'ارسم توقيعك مرة أخرى، بحجم أكبر',
        consent: 'أكّد أنك توقّع',
        noCode: 'اطلب رمزًا وأدخله',
        code: 'هذا ليس الرمز الذي أرسلناه',
        expired: 'لم يعد هذا الرمز صالحًا. اطلب رمزًا آخر',
        tooMany: 'أُرسلت رموز كثيرة. انتظر ساعة قبل أن تطلب رمزًا آخر',
      },
    },
    passkey: {
      passkey_enrollment: {
        title: 'إنشاء مفتاح مرور',
        lead: (account) =>
          `في المرة القادمة تثبت لـ${account} أنك أنت بإصبعك أو وجهك أو رمز PIN لجهازك. وتبقى هذه على جهازك.`,
        submit: 'إنشاء مفتاح مرور',
      },
      passkey_authentication: {
        title: 'استخدام مفتاح مرورك',
        lead: (account) => `لقد أنشأت مفتاح مرور لـ${account}. سيطلب جهازك إصبعك أو وجهك أو رمز PIN.`,
        submit: 'استخدام مفتاح مروري',
      },
      skip: 'المتابعة من دون مفتاح مرور',
      none: 'ليس لديك مفتاح مرور لهذه الصفحة. تابع من دونه.',
      tooMany: 'لديك أكبر عدد ممكن من مفاتيح المرور. تابع بها.',
      notHere:
        'لا يستطيع هذا المتصفح استخدام مفاتيح المرور هنا. افتح الرابط نفسه في متصفح آخر، أو تابع من دون مفتاح مرور.',
      failed: 'لم ينجح ذلك. حاول مرة أخرى، أو تابع من دون مفتاح مرور.',
    },
    notHere: {
      title: 'هذه الخطوة تحتاج إلى كاميرا',
      body: (account) =>
        `لا يستطيع هذا المتصفح تسجيل الفيديو هنا. افتح الرابط نفسه في متصفح آخر يسمح بالبرامج النصية، مثل متصفح الهاتف. أو تابع من تطبيق ${account} أو موقعها.`,
    },
    fields: {
      first_name: { label: 'الاسم الأول', blank: 'أدخل اسمك الأول' },
      last_name: { label: 'اسم العائلة', blank: 'أدخل اسم عائلتك' },
      email: {
        label: 'البريد الإلكتروني',
        blank: 'أدخل بريدك الإلكتروني',
        invalid: 'أدخل بريدًا إلكترونيًا مثل name@example.com',
      },
      nationality: { label: 'الجنسية', blank: 'اختر جنسيتك', invalid: 'اختر جنسيتك' },
      country_residence: { label: 'البلد الذي تقيم فيه', blank: 'اختر البلد الذي تقيم فيه' },
      phone_number_consent_granted: {
        label: 'أوافق على مقارنة رقم هاتفي ببيانات شركات الهاتف',
        blank: 'وافق على مقارنة رقم هاتفك',
      },
      'address.line1': { label: 'رقم المبنى والشارع' },
      'address.line2': { label: 'الشقة أو المبنى أو الحي' },
    },
    ends: {
      later: { title: 'لا شيء مطلوب الآن', body: (account) => `${account} تعمل على ذلك. عُد لاحقًا بالرابط نفسه.` },
      abandoned: {
        title: 'انتهت صلاحية هذا الرابط',
        body: (account) => `انتهى الوقت المخصص لذلك. اطلب من ${account} رابطًا جديدًا.`,
      },
      error: {
        title: 'تعذرت المتابعة',
        body: (account) => `ما قدّمته محفوظ، لكن شيئًا ما ناقص. اسأل ${account} عما يجب فعله.`,
      },
    },
  },
  de: {
    lead: (account) => `${account} bittet Sie, Ihre Identität zu bestätigen.`,
    notYou: (account) => `Wenn Sie ${account} nicht kennen oder das nicht erwartet haben, schließen Sie diese Seite.`,
    need: 'Wir fragen Sie nach',
    done: '(erledigt)',
    step: {
      profile_data: 'Ihren persönlichen Angaben',
      document_photo: 'einem Foto von Reisepass, Führerschein, Personalausweis oder Aufenthaltstitel',
      proof_of_address: 'einer Rechnung, einem Kontoauszug oder einem Brief mit Ihrer Adresse',
      face_photo: 'einem Foto Ihres Gesichts',
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
      lead: (account) => `${account} bittet Sie, diese Dokumente zu unterschreiben. Öffnen und lesen Sie zuerst jedes.`,
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
          `Beim nächsten Mal zeigen Sie ${account} mit Finger, Gesicht oder PIN Ihres Geräts, dass Sie es sind. Diese bleiben auf Ihrem Gerät.`,
        submit: 'Passkey erstellen',
      },
      passkey_authentication: {
        title: 'Passkey verwenden',
        lead: (account) =>
          `Sie haben einen Passkey für ${account} erstellt. Ihr Gerät fragt nach Ihrem Finger, Ihrem Gesicht oder seiner PIN.`,
        submit: 'Meinen Passkey verwenden',
      },
      skip: 'Ohne Passkey fortfahren',
      none: 'Sie haben keinen Passkey für diese Seite. Fahren Sie ohne einen fort.',
      tooMany: 'Sie haben so viele Passkeys, wie Sie haben können. Fahren Sie mit diesen fort.',
      notHere:
        'Dieser Browser kann hier keine Passkeys verwenden. Öffnen Sie denselben Link in einem anderen, oder fahren Sie ohne Passkey fort.',
      failed: 'Das hat nicht geklappt. Versuchen Sie es noch einmal, oder fahren Sie ohne Passkey fort.',
    },
    notHere: {
      title: 'Dieser Schritt braucht eine Kamera',
      body: (account) =>
        `Dieser Browser kann hier keine Videos aufnehmen. Öffnen Sie denselben Link in einem anderen, der Skripte erlaubt, zum Beispiel auf einem Handy. Oder machen Sie in der App oder auf der Website von ${account} weiter.`,
    },
    fields: {
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
    ends: {
      later: {
        title: 'Im Moment ist nichts zu tun',
        body: (account) => `${account} arbeitet daran. Kommen Sie später mit demselben Link zurück.`,
      },
      abandoned: {
        title: 'Dieser Link ist abgelaufen',
        body: (account) => `Die Zeit dafür ist vorbei. Bitten Sie ${account} um einen neuen Link.`,
      },
      error: {
        title: 'Es ging nicht weiter',
        body: (account) => `Ihre Angaben sind gespeichert, aber etwas fehlt. Fragen Sie ${account}, was zu tun ist.`,
      },
    },
  },
  es: {
    lead: (account) => `${account} te pide que confirmes tu identidad.`,
    notYou: (account) => `Si no conoces a ${account} o no esperabas esto, cierra esta página.`,
    need: 'Te pediremos',
    done: '(hecho)',
    step: {
      profile_data: 'tus datos',
      document_photo: 'una foto de tu pasaporte, permiso de conducir, documento de identidad o permiso de residencia',
      proof_of_address: 'una factura, un extracto o una carta con tu dirección',
      face_photo: 'una foto de tu cara',
      face_video: 'un vídeo de tu cara',
      face_motion: 'un vídeo de tu cara mientras giras la cabeza',
      simple_electronic_signature: 'tu firma',
      advanced_electronic_signature: 'tu firma, confirmada con un código',
      qualified_electronic_signature:
        'tu firma; después, los documentos se firman a través de un servicio de confianza',
      passkey_enrollment: 'una llave de acceso, con la que te reconocerán',
      passkey_authentication: 'tu llave de acceso',
    },
    sign: {
      title: 'Firmar documentos',
      lead: (account) => `${account} te pide que firmes estos documentos. Abre y lee antes cada uno.`,
      opened: '(abierto)',
      name: 'Tu nombre completo',
      draw: 'O dibuja tu firma',
      pad: 'Espacio para dibujar tu firma',
      clear: 'Borrar',
      code: 'Código',
      codeHintByMail: (address) => `El código que hemos enviado a tu correo electrónico ${address}. Vale 10 minutos.`,
      codeHint: (number) => `El código que hemos enviado a tu teléfono ${number}. Vale 10 minutos.`,
      sendCode: 'Envíame un código',
      sendAnother: 'Enviar otro código',
      submit: 'Firmar',
      errors: {
        documents: 'Abre antes cada documento',
        name: 'Escribe tu nombre completo o dibuja tu firma',
        drawn: 'Dibuja tu firma otra vez, más grande',
        consent: 'Confirma que firmas',
        noCode: 'Pide un código y escríbelo',
        code: 'Este no es el código que hemos enviado',
        expired: 'Este código ya no vale. Pide otro',
        tooMany: 'Se han enviado demasiados códigos. Espera una hora antes de pedir otro',
      },
    },
    passkey: {
      passkey_enrollment: {
        title: 'Crea una llave de acceso',
        lead: (account) =>
          `La próxima vez demostrarás a ${account} que eres tú con tu dedo, tu cara o el PIN de tu dispositivo. No salen de tu dispositivo.`,
        submit: 'Crear una llave de acceso',
      },
      passkey_authentication: {
        title: 'Usa tu llave de acceso',
        lead: (account) =>
          `Has creado una llave de acceso para ${account}. Tu dispositivo te pedirá el dedo, la cara o su PIN.`,
        submit: 'Usar mi llave de acceso',
      },
      skip: 'Continuar sin llave de acceso',
      none: 'No tienes ninguna llave de acceso para esta página. Continúa sin ella.',
      tooMany: 'Tienes todas las llaves de acceso que puedes tener. Continúa con ellas.',
      notHere:
        'Este navegador no puede usar llaves de acceso aquí. Abre el mismo enlace en otro, o continúa sin llave de acceso.',
      failed: 'No ha funcionado. Inténtalo de nuevo, o continúa sin llave de acceso.',
    },
    notHere: {
      title: 'Este paso necesita una cámara',
      body: (account) =>
        `Este navegador no puede grabar vídeos aquí. Abre el mismo enlace en otro que permita scripts, por ejemplo el de un móvil. O continúa en la aplicación o el sitio web de ${account}.`,
    },
    fields: {
      first_name: { label: 'Nombre', blank: 'Introduce tu nombre' },
      last_name: { label: 'Apellidos', blank: 'Introduce tus apellidos' },
      email: {
        label: 'Correo electrónico',
        blank: 'Introduce tu correo electrónico',
        invalid: 'Introduce un correo como nombre@example.com',
      },
      nationality: { label: 'Nacionalidad', blank: 'Elige tu nacionalidad', invalid: 'Elige tu nacionalidad' },
      country_residence: { label: 'País en el que vives', blank: 'Elige el país en el que vives' },
      phone_number_consent_granted: {
        label: 'Acepto que mi número de teléfono se compare con los datos de las compañías telefónicas',
        blank: 'Acepta la comparación de tu número de teléfono',
      },
      'address.line1': { label: 'Calle y número' },
      'address.line2': { label: 'Piso, edificio o barrio' },
    },
    ends: {
      later: {
        title: 'Ahora no hay nada que hacer',
        body: (account) => `${account} está en ello. Vuelve más tarde con el mismo enlace.`,
      },
      abandoned: {
        title: 'Este enlace ha caducado',
        body: (account) => `Se ha acabado el tiempo. Pide a ${account} un enlace nuevo.`,
      },
      error: {
        title: 'No se ha podido continuar',
        body: (account) => `Lo que diste está guardado, pero falta algo. Pregunta a ${account} qué hacer.`,
      },
    },
  },
  fr: {
    lead: (account) => `${account} vous demande de confirmer votre identité.`,
    notYou: (account) => `Si vous ne connaissez pas ${account} ou n’attendiez pas ce message, fermez cette page.`,
    need: 'Nous allons vous demander',
    done: '(fait)',
    step: {
      profile_data: 'vos coordonnées',
      document_photo: 'une photo de votre passeport, permis de conduire, carte d’identité ou titre de séjour',
      proof_of_address: 'une facture, un relevé ou un courrier qui montre votre adresse',
      face_photo: 'une photo de votre visage',
      face_video: 'une vidéo de votre visage',
      face_motion: 'une vidéo de votre visage pendant que vous tournez la tête',
      simple_electronic_signature: 'votre signature',
      advanced_electronic_signature: 'votre signature, confirmée par un code',
      qualified_electronic_signature: 'votre signature ; les documents sont ensuite signés par un service de confiance',
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
          `La prochaine fois, vous montrerez à ${account} que c’est bien vous avec votre doigt, votre visage ou le code de votre appareil. Ils restent sur votre appareil.`,
        submit: 'Créer une clé d’accès',
      },
      passkey_authentication: {
        title: 'Utiliser votre clé d’accès',
        lead: (account) =>
          `Vous avez créé une clé d’accès pour ${account}. Votre appareil vous demande votre doigt, votre visage ou son code.`,
        submit: 'Utiliser ma clé d’accès',
      },
      skip: 'Continuer sans clé d’accès',
      none: 'Vous n’avez pas de clé d’accès pour cette page. Continuez sans.',
      tooMany: 'Vous avez autant de clés d’accès que possible. Continuez avec celles-ci.',
      notHere:
        'Ce navigateur ne peut pas utiliser de clés d’accès ici. Ouvrez le même lien dans un autre, ou continuez sans clé d’accès.',
      failed: 'Cela n’a pas fonctionné. Réessayez, ou continuez sans clé d’accès.',
    },
    notHere: {
      title: 'Cette étape demande une caméra',
      body: (account) =>
        `Ce navigateur ne peut pas enregistrer de vidéo ici. Ouvrez le même lien dans un autre qui autorise les scripts, par exemple celui d’un téléphone. Ou continuez dans l’application ou sur le site de ${account}.`,
    },
    fields: {
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
    ends: {
      later: {
        title: 'Rien à faire pour le moment',
        body: (account) => `${account} s’en occupe. Revenez plus tard avec le même lien.`,
      },
      abandoned: {
        title: 'Ce lien a expiré',
        body: (account) => `Le délai est écoulé. Demandez un nouveau lien à ${account}.`,
      },
      error: {
        title: 'Impossible de continuer',
        body: (account) =>
          `Ce que vous avez donné est conservé, mais il manque quelque chose. Demandez à ${account} quoi faire.`,
      },
    },
  },
  it: {
    lead: (account) => `${account} ti chiede di confermare la tua identità.`,
    notYou: (account) => `Se non conosci ${account} o non te lo aspettavi, chiudi questa pagina.`,
    need: 'Ti chiederemo',
    done: '(fatto)',
    step: {
      profile_data: 'i tuoi dati',
      document_photo: 'una foto del passaporto, della patente, della carta d’identità o del permesso di soggiorno',
      proof_of_address: 'una bolletta, un estratto conto o una lettera con il tuo indirizzo',
      face_photo: 'una foto del tuo viso',
      face_video: 'un video del tuo viso',
      face_motion: 'un video del tuo viso mentre giri la testa',
      simple_electronic_signature: 'la tua firma',
      advanced_electronic_signature: 'la tua firma, confermata da un codice',
      qualified_electronic_signature: 'la tua firma; poi i documenti vengono firmati tramite un servizio fiduciario',
      passkey_enrollment: 'una passkey, con cui sarai riconosciuto',
      passkey_authentication: 'la tua passkey',
    },
    sign: {
      title: 'Firma i documenti',
      lead: (account) => `${account} ti chiede di firmare questi documenti. Prima apri e leggi ciascuno.`,
      opened: '(aperto)',
      name: 'Il tuo nome completo',
      draw: 'Oppure disegna la tua firma',
      pad: 'Spazio per disegnare la firma',
      clear: 'Cancella',
      code: 'Codice',
      codeHintByMail: (address) =>
        `Il codice che abbiamo inviato al tuo indirizzo e-mail ${address}. È valido per 10 minuti.`,
      codeHint: (number) => `Il codice che abbiamo inviato al tuo telefono ${number}. È valido per 10 minuti.`,
      sendCode: 'Inviami un codice',
      sendAnother: 'Invia un altro codice',
      submit: 'Firma',
      errors: {
        documents: 'Apri prima ogni documento',
        name: 'Inserisci il tuo nome completo o disegna la tua firma',
        drawn: 'Disegna di nuovo la firma, più grande',
        consent: 'Conferma che firmi',
        noCode: 'Chiedi un codice e inseriscilo',
        code: 'Questo non è il codice che abbiamo inviato',
        expired: 'Questo codice non è più valido. Chiedine un altro',
        tooMany: 'Sono stati inviati troppi codici. Aspetta un’ora prima di chiederne un altro',
      },
    },
    passkey: {
      passkey_enrollment: {
        title: 'Crea una passkey',
        lead: (account) =>
          `La prossima volta dimostrerai a ${account} che sei tu con il dito, il viso o il PIN del tuo dispositivo. Restano sul tuo dispositivo.`,
        submit: 'Crea una passkey',
      },
      passkey_authentication: {
        title: 'Usa la tua passkey',
        lead: (account) =>
          `Hai creato una passkey per ${account}. Il tuo dispositivo chiede il dito, il viso o il suo PIN.`,
        submit: 'Usa la mia passkey',
      },
      skip: 'Continua senza passkey',
      none: 'Non hai una passkey per questa pagina. Continua senza.',
      tooMany: 'Hai tutte le passkey che puoi avere. Continua con queste.',
      notHere:
        'Questo browser non può usare passkey qui. Apri lo stesso link in un altro, oppure continua senza passkey.',
      failed: 'Non ha funzionato. Riprova, oppure continua senza passkey.',
    },
    notHere: {
      title: 'Per questo passo serve una fotocamera',
      body: (account) =>
        `Questo browser non può registrare video qui. Apri lo stesso link in un altro che permetta gli script, per esempio quello di un telefono. Oppure continua nell’app o sul sito di ${account}.`,
    },
    fields: {
      first_name: { label: 'Nome', blank: 'Inserisci il tuo nome' },
      last_name: { label: 'Cognome', blank: 'Inserisci il tuo cognome' },
      email: {
        label: 'Indirizzo e-mail',
        blank: 'Inserisci il tuo indirizzo e-mail',
        invalid: 'Inserisci un indirizzo e-mail come nome@example.com',
      },
      nationality: { label: 'Nazionalità', blank: 'Scegli la tua nazionalità', invalid: 'Scegli la tua nazionalità' },
      country_residence: { label: 'Paese in cui vivi', blank: 'Scegli il paese in cui vivi' },
      phone_number_consent_granted: {
        label: 'Accetto che il mio numero di telefono sia confrontato con i dati delle compagnie telefoniche',
        blank: 'Accetta il confronto del tuo numero di telefono',
      },
      'address.line1': { label: 'Via e numero civico' },
      'address.line2': { label: 'Interno, edificio o quartiere' },
    },
    ends: {
      later: {
        title: 'Ora non c’è nulla da fare',
        body: (account) => `${account} se ne sta occupando. Torna più tardi con lo stesso link.`,
      },
      abandoned: {
        title: 'Questo link è scaduto',
        body: (account) => `Il tempo è finito. Chiedi a ${account} un nuovo link.`,
      },
      error: {
        title: 'Non è stato possibile continuare',
        body: (account) => `Quello che hai dato è salvato, ma manca qualcosa. Chiedi a ${account} che cosa fare.`,
      },
    },
  },
  nl: {
    lead: (account) => `${account} vraagt u uw identiteit te bevestigen.`,
    notYou: (account) => `Kent u ${account} niet of had u dit niet verwacht? Sluit dan deze pagina.`,
    need: 'Wij vragen u om',
    done: '(klaar)',
    step: {
      profile_data: 'uw gegevens',
      document_photo: 'een foto van uw paspoort, rijbewijs, identiteitskaart of verblijfsvergunning',
      proof_of_address: 'een rekening, afschrift of brief met uw adres',
      face_photo: 'een foto van uw gezicht',
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
          `De volgende keer laat u ${account} met uw vinger, uw gezicht of de pincode van uw apparaat zien dat u het bent. Die blijven op uw apparaat.`,
        submit: 'Een passkey maken',
      },
      passkey_authentication: {
        title: 'Uw passkey gebruiken',
        lead: (account) =>
          `U hebt een passkey voor ${account} gemaakt. Uw apparaat vraagt om uw vinger, uw gezicht of zijn pincode.`,
        submit: 'Mijn passkey gebruiken',
      },
      skip: 'Doorgaan zonder passkey',
      none: 'U hebt geen passkey voor deze pagina. Ga zonder door.',
      tooMany: 'U hebt zoveel passkeys als u kunt hebben. Ga daarmee door.',
      notHere:
        'Deze browser kan hier geen passkeys gebruiken. Open dezelfde link in een andere, of ga door zonder passkey.',
      failed: 'Dat is niet gelukt. Probeer het opnieuw, of ga door zonder passkey.',
    },
    notHere: {
      title: 'Voor deze stap is een camera nodig',
      body: (account) =>
        `Deze browser kan hier geen video opnemen. Open dezelfde link in een andere die scripts toestaat, bijvoorbeeld op een telefoon. Of ga verder in de app of op de site van ${account}.`,
    },
    fields: {
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
    ends: {
      later: {
        title: 'Nu is er niets te doen',
        body: (account) => `${account} is ermee bezig. Kom later terug met dezelfde link.`,
      },
      abandoned: {
        title: 'Deze link is verlopen',
        body: (account) => `De tijd hiervoor is voorbij. Vraag ${account} om een nieuwe link.`,
      },
      error: {
        title: 'Het kon niet verdergaan',
        body: (account) => `Wat u hebt gegeven, is bewaard, maar er ontbreekt iets. Vraag ${account} wat u moet doen.`,
      },
    },
  },
  pt: {
    lead: (account) => `${account} pede-lhe que confirme a sua identidade.`,
    notYou: (account) => `Se não conhece ${account} ou não esperava isto, feche esta página.`,
    need: 'Vamos pedir-lhe',
    done: '(feito)',
    step: {
      profile_data: 'os seus dados',
      document_photo:
        'uma foto do passaporte, da carta de condução, do cartão de identidade ou do título de residência',
      proof_of_address: 'uma fatura, um extrato ou uma carta com a sua morada',
      face_photo: 'uma foto do seu rosto',
      face_video: 'um vídeo do seu rosto',
      face_motion: 'um vídeo do seu rosto enquanto vira a cabeça',
      simple_electronic_signature: 'a sua assinatura',
      advanced_electronic_signature: 'a sua assinatura, confirmada por um código',
      qualified_electronic_signature:
        'a sua assinatura; depois, os documentos são assinados através de um serviço de confiança',
      passkey_enrollment: 'uma chave de acesso, pela qual será reconhecido',
      passkey_authentication: 'a sua chave de acesso',
    },
    sign: {
      title: 'Assinar documentos',
      lead: (account) => `${account} pede-lhe que assine estes documentos. Abra e leia primeiro cada um.`,
      opened: '(aberto)',
      name: 'O seu nome completo',
      draw: 'Ou desenhe a sua assinatura',
      pad: 'Espaço para desenhar a sua assinatura',
      clear: 'Apagar',
      code: 'Código',
      codeHintByMail: (address) => `O código que enviámos para o seu e-mail ${address}. É válido por 10 minutos.`,
      codeHint: (number) => `O código que enviámos para o seu telefone ${number}. É válido por 10 minutos.`,
      sendCode: 'Enviem-me um código',
      sendAnother: 'Enviar outro código',
      submit: 'Assinar',
      errors: {
        documents: 'Abra primeiro cada documento',
        name: 'Introduza o seu nome completo ou desenhe a sua assinatura',
        drawn: 'Desenhe a assinatura outra vez, maior',
        consent: 'Confirme que assina',
        noCode: 'Peça um código e introduza-o',
        code: 'Este não é o código que enviámos',
        expired: 'Este código já não é válido. Peça outro',
        tooMany: 'Foram enviados demasiados códigos. Espere uma hora antes de pedir outro',
      },
    },
    passkey: {
      passkey_enrollment: {
        title: 'Criar uma chave de acesso',
        lead: (account) =>
          `Da próxima vez, mostra a ${account} que é você com o dedo, o rosto ou o PIN do seu dispositivo. Estes ficam no seu dispositivo.`,
        submit: 'Criar uma chave de acesso',
      },
      passkey_authentication: {
        title: 'Usar a sua chave de acesso',
        lead: (account) =>
          `Criou uma chave de acesso para ${account}. O seu dispositivo pede o dedo, o rosto ou o PIN.`,
        submit: 'Usar a minha chave de acesso',
      },
      skip: 'Continuar sem chave de acesso',
      none: 'Não tem nenhuma chave de acesso para esta página. Continue sem ela.',
      tooMany: 'Tem todas as chaves de acesso que pode ter. Continue com essas.',
      notHere:
        'Este navegador não consegue usar chaves de acesso aqui. Abra a mesma ligação noutro, ou continue sem chave de acesso.',
      failed: 'Não funcionou. Tente de novo, ou continue sem chave de acesso.',
    },
    notHere: {
      title: 'Este passo precisa de uma câmara',
      body: (account) =>
        `Este navegador não pode gravar vídeos aqui. Abra a mesma ligação noutro que permita scripts, por exemplo o de um telemóvel. Ou continue na aplicação ou no site de ${account}.`,
    },
    fields: {
      first_name: { label: 'Nome próprio', blank: 'Introduza o seu nome próprio' },
      last_name: { label: 'Apelido', blank: 'Introduza o seu apelido' },
      email: {
        label: 'Endereço de e-mail',
        blank: 'Introduza o seu endereço de e-mail',
        invalid: 'Introduza um endereço de e-mail como nome@example.com',
      },
      nationality: {
        label: 'Nacionalidade',
        blank: 'Escolha a sua nacionalidade',
        invalid: 'Escolha a sua nacionalidade',
      },
      country_residence: { label: 'País onde vive', blank: 'Escolha o país onde vive' },
      phone_number_consent_granted: {
        label: 'Aceito que o meu número de telefone seja comparado com os dados das empresas de telecomunicações',
        blank: 'Aceite a comparação do seu número de telefone',
      },
      'address.line1': { label: 'Rua e número' },
      'address.line2': { label: 'Andar, edifício ou bairro' },
    },
    ends: {
      later: {
        title: 'Agora não há nada a fazer',
        body: (account) => `${account} está a tratar disso. Volte mais tarde com a mesma ligação.`,
      },
      abandoned: {
        title: 'Esta ligação expirou',
        body: (account) => `O prazo terminou. Peça uma nova ligação a ${account}.`,
      },
      error: {
        title: 'Não foi possível continuar',
        body: (account) => `O que deu está guardado, mas falta alguma coisa. Pergunte a ${account} o que fazer.`,
      },
    },
  },
};
