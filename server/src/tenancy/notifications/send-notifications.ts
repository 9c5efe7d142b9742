import { formatReais, parseAmount } from '../../platform/brazil/money.ts'
import type { Sql, Tx } from '../../platform/db/db.ts'
import { type Translated, formatDate } from '../../platform/http/languages.ts'
import type { Mail } from '../../platform/lib/mail.ts'
import { mailFrom } from '../../platform/mails/compose-mail.ts'
import type { Outbox } from '../../platform/mails/outbox.ts'
import { type Addressee, listAddressees } from '../people/find-person.ts'
import { findNotifications } from './find/find-notifications.ts'
import { type KindName, kindNames, kinds, pathOf, placeOf, topics } from './kinds.ts'
import { placeIdOf } from './queue-notification.ts'
import {
  type UnsentNotification,
  insertNotifications,
  lockUnsent,
  selectChoices,
  selectUnsent,
  updateSent,
} from './sql.ts'
import { formatDetails, kindWords } from './words.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Pick<Outbox, 'write'> }

const mostAtOnce = 50

/** A step of the worker: queues what is due, then sends what is queued. Returns how many it sent. */
export async function sendNotifications(needs: Needs): Promise<number> {
  await findNotifications(needs)
  const unsent = await selectUnsent(needs.sql, kindNames, mostAtOnce)
  let fault: unknown = null
  for (const id of unsent)
    await needs.sql
      .begin(async tx => {
        const notification = await lockUnsent(tx, id)
        if (notification !== undefined) await send(needs, tx, notification)
      })
      // One that fails does not block the others.
      .catch((error: unknown) => void (fault ??= error))
  if (fault !== null) throw fault
  return unsent.length
}

/** One commit: the entries in the portal, the mails, and the mark that it was sent. */
async function send({ clock, publicUrl, mailer }: Needs, tx: Tx, notification: UnsentNotification): Promise<void> {
  const { id, kind, subject, merchantId, merchantName } = notification
  const now = clock()
  const details = { ...notification.details, merchantId, merchant: merchantName }
  const placeId = placeIdOf(notification)
  const people = await listRecipients(tx, notification, placeId)
  await insertNotifications(
    tx,
    people
      .filter(person => person.inPortal)
      .map(person => ({ merchantId: placeId, personId: person.id, id, kind, subject, details, createdAt: now })),
  )
  await updateSent(tx, notification, now)
  // Until an invitation is accepted, its address may belong to somebody else: no mail.
  for (const person of people.filter(({ byMail, hasPassword }) => byMail && hasPassword))
    await mailer.write(tx, notificationMail(person, { kind, details }, publicUrl()))
}

type Recipient = Addressee & { byMail: boolean; inPortal: boolean }

/** Everybody who has the permission now, each with the channels they chose. */
async function listRecipients(
  tx: Tx,
  { merchantId, kind, notTo }: UnsentNotification,
  placeId: string,
): Promise<Recipient[]> {
  const { topic } = kinds[kind]
  const all = await listAddressees(tx, { merchantId: ofMerchant(kind, merchantId), permission: topics[topic].may })
  const people = all.filter(({ id }) => !notTo.includes(id))
  const choices = await selectChoices(
    tx,
    placeId,
    people.map(({ id }) => id),
  )
  return people.map(person => {
    const chosen = choices.find(choice => choice.personId === person.id && choice.topic === topic)
    const { byMail, inPortal } = chosen ?? topics[topic]
    return { ...person, byMail, inPortal }
  })
}

const ofMerchant = (kind: KindName, merchantId: string): string | null =>
  placeOf(kind) === 'merchant' ? merchantId : null

const mailEnd: Translated = [
  'Para escolher quais notificações recebe por e-mail, acesse Perfil e segurança no portal.',
  'To choose which notifications you get by e-mail, open Profile and security in the portal.',
]

/** The same text as in the portal. The merchant's name stands first, because a person may belong to several merchants. */
function notificationMail(
  to: Addressee,
  { kind, details }: { kind: KindName; details: Record<string, string> },
  publicUrl: string,
): Mail {
  const { title, text } = kindWords[kind]
  const place = placeOf(kind) === 'merchant' ? '{merchant}: ' : ''
  const words = {
    kind: 'notice',
    subject: [`${place}${title[0]}`, `${place}${title[1]}`],
    body: [`${title[0]}. ${text[0]}`, `${title[1]}. ${text[1]}`],
    end: mailEnd,
  } as const
  const values = formatDetails(details, {
    money: amount => formatReais(parseAmount(amount), to.language),
    date: at => formatDate(new Date(at), to.language),
  })
  return mailFrom(to, words, values, `${publicUrl}/portal${pathOf(kind, details)}`)
}
