import { html } from '../../base/html.ts';

export interface FormMail {
  accountName: string;
  firstName: string;
  formUri: string;
}

/** Without what turns the direction of writing or breaks a line, which would let a name rewrite the letter. */
function plain(name: string): string {
  return name.replace(/[\p{Cf}\p{Zl}\p{Zp}]/gu, '');
}

/** The letter that asks an applicant to fill in the form of a check. It names nothing but who asks whom, and the form. */
export function applicantFormMail({ accountName, firstName, formUri }: FormMail): {
  subject: string;
  text: string;
  html: string;
} {
  const [asking, asked] = [plain(accountName), plain(firstName)];
  const subject = `${asking} asks you to confirm your identity`;
  const paragraphs = [
    `Hello ${asked},`,
    `${asking} asks you to confirm your identity. It takes a few minutes; have your identity document at hand.`,
  ];
  const closing = [
    'The link is for you alone: whoever has it can fill in the form in your name. Please do not forward this mail.',
    `If you do not know ${asking} or did not expect this, you can ignore it.`,
  ];
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:24px;font-family:sans-serif;font-size:16px;line-height:1.5;color:#1c2430;background:#ffffff">
<div style="max-width:560px;margin:0 auto">
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
<p><a href="${formUri}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1b4d89;color:#ffffff;text-decoration:none;font-weight:bold">Open the form</a></p>
<p>Or copy this address into your browser:<br><span style="word-break:break-all">${formUri}</span></p>
${closing.map((paragraph) => html`<p style="color:#4a5563">${paragraph}</p>`)}
</div>
</body>
</html>
`;
  return {
    subject,
    text: `${[...paragraphs, `Open the form:\n${formUri}`, ...closing].join('\n\n')}\n`,
    html: page.toString(),
  };
}
