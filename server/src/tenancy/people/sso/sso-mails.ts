import type { Tx } from '../../../platform/db/db.ts'
import type { Mail } from '../../../platform/lib/mail.ts'
import { platformId } from '../../../platform/lib/platform-id.ts'
import { type Addressee, type MailWords, mailFrom } from '../../../platform/mails/compose-mail.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { readMerchantNow } from '../../merchants/read-merchant.ts'
import { listAddressees } from '../find-person.ts'

const words = {
  kind: 'access',
  subject: ['O login único de {place} mudou', 'The single sign-on of {place} has changed'],
  body: [
    '{person} definiu quem confirma a identidade das pessoas de {place}: {issuer}. Quem esse provedor confirma entra como a pessoa da conta. Veja aqui:',
    '{person} has set who confirms the identity of the people of {place}: {issuer}. Whom this provider confirms signs in as that person. See it here:',
  ],
  end: [
    'Se você não esperava isto, fale com os proprietários e com a operação da plataforma.',
    'If you did not expect this, contact the owners and the operators of the platform.',
  ],
} as const satisfies MailWords

const providerMail = (to: Addressee, values: Record<string, string>, link: string): Mail =>
  mailFrom(to, words, values, link)

type Needs = { mailer: Pick<Outbox, 'write'>; publicUrl: () => string }

/** To everybody as whom the provider can sign somebody in. */
export async function notifyOfProvider(
  { mailer, publicUrl }: Needs,
  tx: Tx,
  { merchantId, issuer, person }: { merchantId: string; issuer: string; person: string },
): Promise<void> {
  const isPlatform = merchantId === platformId
  const place = isPlatform ? 'Trilho' : (await readMerchantNow({ sql: tx }, merchantId)).name
  const who = { merchantId: isPlatform ? null : merchantId, permission: 'transactions.read' } as const
  for (const to of await listAddressees(tx, who))
    await mailer.write(tx, providerMail(to, { place, issuer, person }, `${publicUrl()}/portal/profile`))
}
