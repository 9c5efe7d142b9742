import { html, oneLine } from '../http/html.ts'
import { type Language, type Translated, inLanguage, languageTag } from '../http/languages.ts'
import type { Mail, MailKind } from '../lib/mail.ts'

export type Addressee = { email: string; name: string; language: Language }

const greeting: Translated = ['Olá, {name}!', 'Hello {name},']

/** Names are typed by people: on one line, they cannot pass for a text of ours. */
export const nameInMail = (name: string): string => oneLine(name).slice(0, 254)

/** A mail with one link, whose texts are in the language of its recipient. */
export function composeMail(
  { email, name, language }: Addressee,
  { kind, subject, body, link, end }: Pick<Mail, 'kind' | 'subject' | 'link'> & { body: string; end: string },
): Mail {
  const hello = inLanguage(greeting, language).replace('{name}', () => nameInMail(name))
  return {
    kind,
    to: email,
    link,
    subject,
    text: `${hello}\n\n${body}\n\n${link}\n\n${end}\n\nTrilho\n`,
    html: html`<!doctype html>
<html lang="${languageTag(language)}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f7f9;color:#1a1d21;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
<p style="margin:0 0 16px">${hello}</p>
<p style="margin:0 0 24px">${body}</p>
<p style="margin:0 0 24px;word-break:break-all"><a href="${link}">${link}</a></p>
<p style="margin:0;color:#5b6470;font-size:14px">${end}</p>
</div></body></html>
`.text,
  }
}

/** What mails of one kind say in both languages: `{place}` stands for a value of that name. */
export type MailWords = { kind: MailKind; subject: Translated; body: Translated; end: Translated }

export function mailFrom(to: Addressee, words: MailWords, values: Record<string, string>, link: string): Mail {
  const say = (text: Translated) =>
    inLanguage(text, to.language).replaceAll(/\{(\w+)\}/g, (_, key: string) => nameInMail(values[key] ?? ''))
  return composeMail(to, {
    kind: words.kind,
    subject: say(words.subject),
    body: say(words.body),
    link,
    end: say(words.end),
  })
}
