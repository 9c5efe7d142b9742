import type { Tx } from '../../platform/db/db.ts'
import { formatDate, formatTime } from '../../platform/http/languages.ts'
import { type MailWords, mailFrom } from '../../platform/mails/compose-mail.ts'
import type { Outbox } from '../../platform/mails/outbox.ts'
import { readMerchantNow } from '../merchants/read-merchant.ts'
import { listAddressees } from '../people/find-person.ts'

const end = ['Se não concordar, mude de volta antes disso.', 'If you disagree, change it back before then.'] as const

const words = {
  rules: {
    kind: 'notice',
    subject: ['As chaves de {place} poderão enviar mais', 'The keys of {place} will be allowed to pay out more'],
    body: [
      '{person} mudou as regras de envios por API de {place}. O que permite mais vale a partir de {date}. Veja aqui:',
      '{person} has changed the rules of payouts by API of {place}. What allows more takes effect on {date}. See it here:',
    ],
    end,
  },
  networks: {
    kind: 'notice',
    subject: [
      'Uma chave de {place} poderá chamar de outras redes',
      'A key of {place} will be allowed from other networks',
    ],
    body: [
      '{person} mudou as redes de uma chave de acesso de {place}. O que permite mais vale a partir de {date}. Veja aqui:',
      '{person} has changed the networks of an access key of {place}. What allows more takes effect on {date}. See it here:',
    ],
    end,
  },
  recipient: {
    kind: 'notice',
    subject: [
      'As chaves de {place} poderão enviar a mais uma pessoa',
      'The keys of {place} will be allowed to pay another person',
    ],
    body: [
      '{person} aprovou mais um destinatário dos envios por API de {place}. Vale a partir de {date}. Veja aqui:',
      '{person} has approved another recipient of payouts by API of {place}. It takes effect on {date}. See it here:',
    ],
    end,
  },
} as const satisfies Record<string, MailWords>

export type LooseningNeeds = { mailer: Pick<Outbox, 'write'>; publicUrl: () => string; limitRaiseWaitMs: number }

/** To all owners, in the commit of the change. */
export async function notifyOfLoosening(
  { mailer, publicUrl }: LooseningNeeds,
  tx: Tx,
  { what, merchantId, person, at }: { what: keyof typeof words; merchantId: string; person: string; at: Date },
): Promise<void> {
  const { name: place } = await readMerchantNow({ sql: tx }, merchantId)
  for (const owner of await listAddressees(tx, { merchantId, permission: 'keys.confirm' })) {
    const date = `${formatDate(at, owner.language)}, ${formatTime(at, owner.language)}`
    await mailer.write(
      tx,
      mailFrom(owner, words[what], { place, person, date }, `${publicUrl()}/portal/m/${merchantId}/keys`),
    )
  }
}
