import { html, oneLine } from '../../http/html.ts'
import { type Language, type Translated, inLanguage, languageTag } from '../../http/languages.ts'
import type { Mail } from '../../lib/mail.ts'

type Addressee = { email: string; name: string; language: Language }

const words = {
  greeting: ['Olá, {name}!', 'Hello {name},'],
  invitation: ['{inviter} convidou você para {place}', '{inviter} has invited you to {place}'],
  invitationText: [
    '{inviter} convidou você para {place}. Para escolher sua senha e entrar, abra este endereço em até 7 dias:',
    '{inviter} has invited you to {place}. To choose your password and sign in, open this address within 7 days:',
  ],
  invitationEnd: [
    'Se você não esperava este convite, ignore esta mensagem: nada acontece.',
    'If you did not expect this invitation, ignore this message: nothing will happen.',
  ],
  added: ['Agora você tem acesso a {place}', 'You now have access to {place}'],
  addedText: [
    '{inviter} deu a você acesso a {place}. Entre como sempre, com seu e-mail e sua senha:',
    '{inviter} has given you access to {place}. Sign in as always, with your e-mail and password:',
  ],
  addedEnd: ['Se isso parece um engano, fale com {inviter}.', 'If this looks like a mistake, talk to {inviter}.'],
  ownerAdded: ['{place} tem mais um proprietário', '{place} has another owner'],
  ownerAddedText: [
    '{inviter}, da operação da plataforma, convidou {owner} ({email}) como proprietário de {place}. Motivo: {note}. Quem faz parte da conta está aqui:',
    "{inviter}, one of the platform's operators, has invited {owner} ({email}) as an owner of {place}. The reason: {note}. Who belongs to the account is here:",
  ],
  ownerAddedEnd: [
    'Se isso parece um engano, fale com a operação da plataforma.',
    "If this looks like a mistake, talk to the platform's operators.",
  ],
  reset: ['Crie uma nova senha no Trilho', 'Set a new password for Trilho'],
  resetText: [
    'Alguém pediu uma nova senha para este e-mail. Para criá-la, abra este endereço em até 1 hora:',
    'Somebody asked for a new password for this e-mail. To set it, open this address within 1 hour:',
  ],
  resetEnd: [
    'Se não foi você, ignore esta mensagem: sua senha continua a mesma.',
    'If it was not you, ignore this message: your password stays as it is.',
  ],
} as const satisfies Record<string, Translated>

/** `place`: the merchant's name, or the platform's for an operator. */
type Invitation = { inviter: string; place: string; link: string }

export const invitationMail = (to: Addressee, { inviter, place, link }: Invitation): Mail =>
  compose(to, ['invitation', 'invitationText', 'invitationEnd'], { inviter, place }, link)

/** For somebody who has a password already: `link` is the portal's own address. */
export const addedMail = (to: Addressee, { inviter, place, link }: Invitation): Mail =>
  compose(to, ['added', 'addedText', 'addedEnd'], { inviter, place }, link)

type AddedOwner = Invitation & { owner: string; email: string; note: string }

/** For the owners there were before. */
export const ownerAddedMail = (to: Addressee, { link, ...values }: AddedOwner): Mail =>
  compose(to, ['ownerAdded', 'ownerAddedText', 'ownerAddedEnd'], values, link)

export const resetMail = (to: Addressee, link: string): Mail =>
  compose(to, ['reset', 'resetText', 'resetEnd'], {}, link)

type Word = keyof typeof words

function compose(
  { email, name, language }: Addressee,
  [subject, body, end]: readonly [Word, Word, Word],
  values: Record<string, string>,
  link: string,
): Mail {
  const say = (word: Word) =>
    inLanguage(words[word], language).replaceAll(/\{(\w+)\}/g, (_, key: string) =>
      // Names are typed by people: on one line, they cannot pass for a text of ours.
      oneLine(key === 'name' ? name : (values[key] ?? '')).slice(0, 254),
    )
  return {
    to: email,
    link,
    subject: say(subject),
    text: `${say('greeting')}\n\n${say(body)}\n\n${link}\n\n${say(end)}\n\nTrilho\n`,
    html: html`<!doctype html>
<html lang="${languageTag(language)}"><head><meta charset="utf-8"><title>${say(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f7f9;color:#1a1d21;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#fff;border-radius:12px">
<p style="margin:0 0 16px">${say('greeting')}</p>
<p style="margin:0 0 24px">${say(body)}</p>
<p style="margin:0 0 24px;word-break:break-all"><a href="${link}">${link}</a></p>
<p style="margin:0;color:#5b6470;font-size:14px">${say(end)}</p>
</div></body></html>
`.text,
  }
}
