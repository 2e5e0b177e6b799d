import { readableOn } from '../../../../web-sdk/src/ui/contrast.ts';
import { light } from '../../../../web-sdk/src/ui/tokens.ts';
import { plain } from '../../base/bidi.ts';
import { html } from '../../base/html.ts';
import { type Branding, logoPath } from '../../context/branding.ts';
import { letterPage, quietParagraph } from '../../messages/mails/page.ts';
import { wordsIn } from '../../words/index.ts';

export interface FormMail {
  brand: Branding;
  firstName: string;
  /** Language of the mail, such as `de`; a language without words for mail gets English. */
  language: string;
  formUri: string;
  /** Base address of this service, without a slash at its end. */
  baseUrl: string;
  /** Text in place of the sentence that asks for everything, one string a paragraph. */
  paragraphs?: readonly string[] | undefined;
  /** Unix time in milliseconds at which the link ends; absent where it has no such time. */
  validUntil?: number | undefined;
}

/** Pixels of height at which mail shows a logo. */
const LOGO_HEIGHT = 40;

/** A moment in words, with its time zone, to the minute. Hours have two digits where a day has 24 of them: 07:05, but 7:05 AM. */
function momentIn(language: string, at: number): string {
  const { hour12 } = new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions();
  const format = new Intl.DateTimeFormat(language, {
    calendar: 'gregory',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: hour12 ? 'numeric' : '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  });
  return format.format(at);
}

/** Background of the button of accounts without a colour. */
const ACTION = light.action;

/**
 * The letter that asks an applicant to fill in the form of a check. It names who asks whom, the form, and where to get help.
 */
export function applicantFormMail({
  brand,
  firstName,
  language,
  formUri,
  baseUrl,
  paragraphs: lead,
  validUntil,
}: FormMail): {
  subject: string;
  text: string;
  html: string;
} {
  const { support, privacyNoticeUrl, logo } = brand;
  const [company, applicantName] = [plain(brand.name), plain(firstName)];
  const action = brand.colour ?? ACTION;
  const { mails, pages } = wordsIn(language);
  const { lang } = pages;
  const words = mails.form;
  const subject = words.subject({ company });
  const paragraphs = [words.greeting({ name: applicantName }), ...(lead?.map(plain) ?? [words.lead({ company })])];
  const until = validUntil === undefined ? [] : [words.until({ date: momentIn(lang, validUntil) })];
  const closing = [...until, words.private, words.unexpected({ company })];
  const help = pages.help({ account: company });
  const notice = words.notice({ company });
  const width = logo && Math.round((LOGO_HEIGHT * logo.width) / logo.height);
  const content = html`${
    logo &&
    html`<p><img src="${baseUrl}${logoPath(logo)}" alt="${company}" width="${width}" height="${LOGO_HEIGHT}" style="display:block;border:0"></p>
`
  }${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
<p><a class="action" href="${formUri}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${action};color:${readableOn(action)};text-decoration:none;font-weight:bold">${words.open}</a></p>
<p>${words.copy}<br><span style="word-break:break-all">${formUri}</span></p>
${closing.map(quietParagraph)}
${support && quietParagraph(html`${help} <a href="${support.href}">${support.label}</a>`)}
${privacyNoticeUrl && quietParagraph(html`${notice} <a href="${privacyNoticeUrl}">${privacyNoticeUrl}</a>`)}
`;
  const last = [
    ...(support ? [`${help} ${support.label}`] : []),
    ...(privacyNoticeUrl ? [`${notice} ${privacyNoticeUrl}`] : []),
  ];
  return {
    subject,
    text: `${[...paragraphs, `${words.openAt}\n${formUri}`, ...closing, ...last].join('\n\n')}\n`,
    html: letterPage(subject, content, { lang, dir: pages.dir }),
  };
}
