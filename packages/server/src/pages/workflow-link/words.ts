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
