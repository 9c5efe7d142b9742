import { type Html, html, oneLine } from '../http/html.ts'
import { type Language, type Translated, inLanguage, languageTag } from '../http/languages.ts'
import type { Mail, MailKind } from '../lib/mail.ts'

export type Addressee = { email: string; name: string; language: Language }

const greeting: Translated = ['Olá, {name}!', 'Hello {name},']

/** Names are typed by people: on one line, they cannot pass for a text of ours. */
const nameInMail = (name: string): string => oneLine(name).slice(0, 254)

/** A mail with one link, whose texts are in the language of its recipient. */
function composeMail(
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
    html: framed(
      { language, subject },
      html`<p style="margin:0 0 16px">${hello}</p>
<p style="margin:0 0 24px">${body}</p>
<p style="margin:0 0 24px;word-break:break-all"><a href="${link}">${link}</a></p>
<p style="margin:0;color:#5b6470;font-size:14px">${end}</p>`,
    ),
  }
}

const framed = ({ language, subject }: { language: Language; subject: string }, content: Html): string =>
  html`<!doctype html>
<html lang="${languageTag(language)}"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f7f9;color:#1a1d21;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
${content}
</div></body></html>
`.text

/** Where the link stands in a letter. No stored text has this character, so nobody's name can stand for the link. */
export const linkPlace = '\u0000'

type Letter = Required<Pick<Mail, 'kind' | 'to' | 'subject' | 'link' | 'stopUrl'>> & {
  language: Language
  /** A line above all, as of a sandbox. */
  mark: string | null
  /** Lines as a merchant has written them; `linkPlace` stands for the link. */
  body: string
  end: string
}

/** A mail whose text a merchant has written: all of it is text, and only its link is a link. Its end says how to get no more. */
export function composeLetter({ kind, to, language, subject, mark, body, link, end, stopUrl }: Letter): Mail {
  const anchor = html`<a href="${link}" style="word-break:break-all">${link}</a>`
  const lineOf = (line: string): Html[] =>
    line.split(linkPlace).flatMap((text, i) => (i === 0 ? [html`${text}`] : [anchor, html`${text}`]))
  const paragraphs = body
    .trim()
    .split(/\n\s*\n/)
    .map(paragraph => {
      const lines = paragraph.split('\n').flatMap((line, i) => (i === 0 ? lineOf(line) : [html`<br>`, ...lineOf(line)]))
      return html`<p style="margin:0 0 16px">${lines}</p>\n`
    })
  const said = body.trim().replaceAll(linkPlace, () => link)
  return {
    kind,
    to,
    link,
    subject,
    stopUrl,
    text: `${mark === null ? '' : `${mark}\n\n`}${said}\n\n-- \n${end}\n${stopUrl}\n`,
    html: framed(
      { language, subject },
      html`${mark && html`<p style="margin:0 0 16px"><strong>${mark}</strong></p>\n`}${paragraphs}
<p style="margin:24px 0 0;color:#5b6470;font-size:14px">${end} <a href="${stopUrl}" style="color:#5b6470;word-break:break-all">${stopUrl}</a></p>`,
    ),
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
