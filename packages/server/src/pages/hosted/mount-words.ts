import type { CaptureName } from './captures.ts';
import { languageFor, type Reader } from './text.ts';

/** The few words around the SDK, in every language that it has. */
interface CaptureWords {
  /** Link to an earlier page: within a page the SDK itself goes back. */
  readonly back: string;
  readonly again: string;
  /** Leads to the page without the SDK. */
  readonly instead: string;
  /** Title of the page in the browser's tab. */
  readonly titles: Readonly<Record<CaptureName, string>>;
}

const words = {
  en: {
    back: 'Previous step',
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
    back: 'الخطوة السابقة',
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
    back: 'Vorheriger Schritt',
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
    back: 'Paso anterior',
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
    back: 'Étape précédente',
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
    back: 'Passo precedente',
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
    back: 'Vorige stap',
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
    back: 'Passo anterior',
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

/** Words for captures in the language of the page. */
export const captureWordsFor = (reader: Reader): CaptureWords => words[languageFor(reader) as keyof typeof words];
