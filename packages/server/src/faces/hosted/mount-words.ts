import type { CaptureName } from './captures.ts';
import type { Visit } from './visit.ts';

/** The few words around the SDK, in every language that it speaks. */
interface CaptureWords {
  /** As the SDK calls the language. */
  readonly sdk: string;
  /** BCP 47. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  /** Read out only: where the first link of the page leads. */
  readonly skip: string;
  /** To an earlier page: within a page the SDK itself goes back. */
  readonly back: string;
  progress(step: number, of: number): string;
  /** Before the names of files. */
  readonly given: string;
  readonly replace: string;
  readonly keep: string;
  readonly again: string;
  /** Leads to the page without the SDK. */
  readonly instead: string;
  /** Of the page, as the browser's tab shows it. */
  readonly titles: Readonly<Record<CaptureName, string>>;
}

const words = {
  en: {
    sdk: 'en_GB',
    lang: 'en-GB',
    dir: 'ltr',
    skip: 'Skip to the form',
    back: 'Previous step',
    progress: (step, of) => `Step ${step} of ${of}`,
    given: 'Already uploaded',
    replace: 'Another upload takes its place.',
    keep: 'Keep it and continue',
    again: 'Start again',
    instead: 'Upload a file instead',
    titles: {
      document: 'Your identity document',
      proof: 'Your proof of address',
      photo: 'A photo of your face',
      video: 'A video of your face',
      motion: 'Your face from all sides',
    },
  },
  ar: {
    sdk: 'ar',
    lang: 'ar',
    dir: 'rtl',
    skip: 'انتقل إلى النموذج',
    back: 'الخطوة السابقة',
    progress: (step, of) => `الخطوة ${step} من ${of}`,
    given: 'تم رفعه من قبل',
    replace: 'أي رفع جديد يحل محله.',
    keep: 'احتفظ به وتابع',
    again: 'ابدأ من جديد',
    instead: 'ارفع ملفًا بدلًا من ذلك',
    titles: {
      document: 'وثيقة هويتك',
      proof: 'إثبات عنوانك',
      photo: 'صورة لوجهك',
      video: 'مقطع فيديو لوجهك',
      motion: 'وجهك من كل الجهات',
    },
  },
  de: {
    sdk: 'de',
    lang: 'de',
    dir: 'ltr',
    skip: 'Zum Formular springen',
    back: 'Vorheriger Schritt',
    progress: (step, of) => `Schritt ${step} von ${of}`,
    given: 'Bereits hochgeladen',
    replace: 'Ein neuer Upload ersetzt es.',
    keep: 'Behalten und weiter',
    again: 'Neu beginnen',
    instead: 'Stattdessen eine Datei hochladen',
    titles: {
      document: 'Ihr Ausweisdokument',
      proof: 'Ihr Adressnachweis',
      photo: 'Ein Foto Ihres Gesichts',
      video: 'Ein Video Ihres Gesichts',
      motion: 'Ihr Gesicht von allen Seiten',
    },
  },
  es: {
    sdk: 'es',
    lang: 'es',
    dir: 'ltr',
    skip: 'Ir al formulario',
    back: 'Paso anterior',
    progress: (step, of) => `Paso ${step} de ${of}`,
    given: 'Ya enviado',
    replace: 'Lo que envíes ahora lo sustituirá.',
    keep: 'Conservarlo y continuar',
    again: 'Empezar de nuevo',
    instead: 'Enviar un archivo en su lugar',
    titles: {
      document: 'Tu documento de identidad',
      proof: 'Tu justificante de domicilio',
      photo: 'Una foto de tu cara',
      video: 'Un vídeo de tu cara',
      motion: 'Tu cara desde todos los lados',
    },
  },
  fr: {
    sdk: 'fr',
    lang: 'fr',
    dir: 'ltr',
    skip: 'Aller au formulaire',
    back: 'Étape précédente',
    progress: (step, of) => `Étape ${step} sur ${of}`,
    given: 'Déjà envoyé',
    replace: 'Un nouvel envoi le remplacera.',
    keep: 'Le garder et continuer',
    again: 'Recommencer',
    instead: 'Envoyer plutôt un fichier',
    titles: {
      document: 'Votre pièce d’identité',
      proof: 'Votre justificatif de domicile',
      photo: 'Une photo de votre visage',
      video: 'Une vidéo de votre visage',
      motion: 'Votre visage sous tous les angles',
    },
  },
  it: {
    sdk: 'it',
    lang: 'it',
    dir: 'ltr',
    skip: 'Vai al modulo',
    back: 'Passo precedente',
    progress: (step, of) => `Passo ${step} di ${of}`,
    given: 'Già caricato',
    replace: 'Un nuovo caricamento ne prenderà il posto.',
    keep: 'Tienilo e continua',
    again: 'Ricomincia',
    instead: 'Carica invece un file',
    titles: {
      document: 'Il tuo documento d’identità',
      proof: 'La tua prova di residenza',
      photo: 'Una foto del tuo viso',
      video: 'Un video del tuo viso',
      motion: 'Il tuo viso da tutti i lati',
    },
  },
  nl: {
    sdk: 'nl',
    lang: 'nl',
    dir: 'ltr',
    skip: 'Naar het formulier',
    back: 'Vorige stap',
    progress: (step, of) => `Stap ${step} van ${of}`,
    given: 'Al geüpload',
    replace: 'Een nieuwe upload vervangt dit.',
    keep: 'Behouden en doorgaan',
    again: 'Opnieuw beginnen',
    instead: 'In plaats daarvan een bestand uploaden',
    titles: {
      document: 'Uw identiteitsbewijs',
      proof: 'Uw adresbewijs',
      photo: 'Een foto van uw gezicht',
      video: 'Een video van uw gezicht',
      motion: 'Uw gezicht van alle kanten',
    },
  },
  pt: {
    sdk: 'pt',
    lang: 'pt',
    dir: 'ltr',
    skip: 'Ir para o formulário',
    back: 'Passo anterior',
    progress: (step, of) => `Passo ${step} de ${of}`,
    given: 'Já enviado',
    replace: 'Um novo envio substituirá este.',
    keep: 'Manter e continuar',
    again: 'Começar de novo',
    instead: 'Enviar um ficheiro em alternativa',
    titles: {
      document: 'O seu documento de identidade',
      proof: 'O seu comprovativo de morada',
      photo: 'Uma foto do seu rosto',
      video: 'Um vídeo do seu rosto',
      motion: 'O seu rosto de todos os lados',
    },
  },
} as const satisfies Record<string, CaptureWords>;

/** In the language that the client asks for, else in the first of the reader's that we have, else in English. */
export function captureWordsFor({ language, accepts }: Pick<Visit, 'language' | 'accepts'>): CaptureWords {
  const wanted = [language ?? '', ...(accepts ?? '').split(',')];
  const known = wanted.map((one) => one.trim().split(/[-_;]/)[0]?.toLowerCase() as keyof typeof words);
  return words[known.find((one) => Object.hasOwn(words, one)) ?? 'en'];
}
