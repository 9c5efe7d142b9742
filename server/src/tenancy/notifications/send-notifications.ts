import type { Sql, Tx } from '../../platform/db/db.ts'
import type { Outbox } from '../../platform/mails/outbox.ts'
import { type Addressee, listAddressees } from '../people/list-people-who-may.ts'
import { placeIdOf } from './end-news.ts'
import { findNews } from './find/find-news.ts'
import { type KindName, kindNames, kinds, placeOf, topics } from './kinds.ts'
import { newsMail } from './news-mail.ts'
import { type UntoldNews, insertNotifications, lockUntold, selectChoices, selectUntold, updateTold } from './sql.ts'

type Needs = { sql: Sql; clock: () => Date; publicUrl: () => string; mailer: Pick<Outbox, 'write'> }

const mostAtOnce = 50

/** The worker's part: finds what is news and tells whom it concerns. Answers how much it has told. */
export async function sendNotifications(needs: Needs): Promise<number> {
  await findNews(needs)
  const untold = await selectUntold(needs.sql, kindNames, mostAtOnce)
  let fault: unknown = null
  for (const id of untold)
    await needs.sql
      .begin(async tx => {
        const news = await lockUntold(tx, id)
        if (news !== undefined) await tell(needs, tx, news)
      })
      // What cannot be told holds up nothing else.
      .catch((error: unknown) => void (fault ??= error))
  if (fault !== null) throw fault
  return untold.length
}

/** One commit: what people see in the portal, their mails, and that they were told. */
async function tell({ clock, publicUrl, mailer }: Needs, tx: Tx, news: UntoldNews): Promise<void> {
  const { id, kind, subject, merchantId, merchantName } = news
  const now = clock()
  const details = { ...news.details, merchantId, merchant: merchantName }
  const placeId = placeIdOf(news)
  const people = await listWhomToTell(tx, news, placeId)
  await insertNotifications(
    tx,
    people
      .filter(person => person.inPortal)
      .map(person => ({ merchantId: placeId, personId: person.id, id, kind, subject, details, createdAt: now })),
  )
  await updateTold(tx, news, now)
  // Whoever has not taken the invitation may not be who was meant.
  for (const person of people.filter(({ byMail, hasPassword }) => byMail && hasPassword))
    await mailer.write(tx, newsMail(person, { kind, details }, publicUrl()))
}

type Told = Addressee & { byMail: boolean; inPortal: boolean }

/** Those who may do something about it now, and how each wants to be told. */
async function listWhomToTell(tx: Tx, { merchantId, kind, notTo }: UntoldNews, placeId: string): Promise<Told[]> {
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
