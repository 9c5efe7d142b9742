import { type Switches, switchesFor } from '../dialects/switches.ts'
import { efiPayoutCallback, efiPayoutReturnCallback, efiPayer } from '../dialects/efi-views.ts'
import { efiInitiationCallback, webhookOf } from '../dialects/efi-initiation-views.ts'
import { interPayoutCallback } from '../dialects/inter-views.ts'
import { sicoobPayoutCallback } from '../dialects/sicoob-views.ts'
import { dressAnswer } from '../dialects/dress-answer.ts'
import { pixView } from '../standard/views.ts'
import { webhookId } from '../standard/webhooks.ts'
import type { Callback, DialectName, Partner, Payout, ReceivedPix, Webhook } from '../truth/records.ts'
import type { BankEvent, Truth } from '../truth/truth.ts'

type Letter = Pick<Callback, 'url' | 'shape' | 'items'>

/** How each dialect reports the outcome of a payout; the others have no payouts. */
const payoutCallbacks: Partial<Record<DialectName, (payout: Payout) => unknown>> = {
  efi: efiPayoutCallback,
  inter: interPayoutCallback,
  sicoob: sicoobPayoutCallback,
}

/** The callback of an event, and where it goes; null without a registered webhook. */
export function callbackFor(truth: Truth, event: BankEvent): { partner: Partner; letter: Letter } | null {
  if (event.kind === 'boleto changed') return aboutBoleto(truth, event.boletoId)
  const about =
    event.kind === 'initiation ended'
      ? aboutInitiation(truth, event.initiationId)
      : (aboutPix(truth, event) ?? aboutPayout(truth, event))
  return about && { partner: about.partner, letter: about.letter }
}

type PixEvent = Exclude<BankEvent, { kind: 'initiation ended' | 'boleto changed' }>

/** A token and nothing else: what it is about is read with it. */
function aboutBoleto(truth: Truth, id: string) {
  const boleto = truth.book.get('boletos', id)
  const partner = boleto && truth.book.get('partners', boleto.partner)
  if (!partner || boleto?.noticeUrl === undefined) return null
  const items = [{ notification: boleto.noticeToken }]
  return { partner, letter: { url: boleto.noticeUrl, shape: 'form' as const, items } }
}

function aboutInitiation(truth: Truth, id: string) {
  const initiation = truth.book.get('initiations', id)
  const partner = initiation && truth.book.get('partners', initiation.partner)
  const config = partner && truth.book.get('initiationConfigs', partner.name)
  if (!initiation || !partner || !config) return null
  return {
    partner,
    letter: { url: webhookOf(config), shape: 'object' as const, items: [efiInitiationCallback(truth, initiation)] },
  }
}

function aboutPix(truth: Truth, event: PixEvent) {
  const pix = truth.book.get('pix', event.endToEndId)
  const partner = pix && truth.book.get('partners', pix.partner)
  if (!pix || !partner || !['pix received', 'refund ended'].includes(event.kind)) return null
  const switches = switchesFor(partner)
  const webhook = pixWebhook(truth, partner, pix)
  const { notificar, notificacao } =
    truth.book.get('accountConfigs', partner.name)?.pix.chaves?.[pix.key ?? '']?.recebimento.webhook ?? {}
  const isReported = pix.txid !== undefined || (notificar?.pixSemTxid ?? switches.reportPixWithoutTxid)
  if (!webhook || !isReported) return null
  const hasPayer = notificacao?.pagador ?? switches.payerInCallback
  return {
    partner,
    letter: { url: webhook.url + switches.pixSuffix, shape: 'pix' as const, items: [pixItem(switches, pix, hasPayer)] },
  }
}

/** A Pix without a key is reported to the account's first webhook. */
const pixWebhook = ({ book }: Truth, { name }: Partner, { key }: ReceivedPix): Webhook | undefined =>
  key === undefined
    ? [...book.all('webhooks').values()].find(({ partner, channel }) => partner === name && channel === 'pix')
    : book.get('webhooks', webhookId(name, 'pix', key))

const pixItem = (switches: Switches, pix: ReceivedPix, hasPayer: boolean) => ({
  ...(dressAnswer(switches, 'callback', pixView(pix)) as object),
  ...(hasPayer ? { gnExtras: { pagador: efiPayer(pix) } } : {}),
})

function aboutPayout(truth: Truth, event: PixEvent) {
  const payout = truth.book.get('payouts', event.endToEndId)
  const partner = payout && truth.book.get('partners', payout.partner)
  const bodyOf = partner && payoutCallbacks[partner.dialect]
  if (!payout || !partner || !bodyOf || !event.kind.startsWith('payout')) return null
  const switches = switchesFor(partner)
  const webhook = payoutWebhook(truth, partner, payout)
  if (!webhook) return null
  // Only one of the banks is known to report returned payouts.
  const isReturn = event.kind === 'payout returned'
  if (isReturn && partner.dialect !== 'efi') return null
  const item = isReturn ? efiPayoutReturnCallback(payout) : bodyOf(payout)
  return { partner, letter: { url: webhook.url + switches.payoutSuffix, shape: switches.payoutShape, items: [item] } }
}

/** One bank reports payouts at the webhook of the Pix key, others have a webhook for them. */
const payoutWebhook = ({ book }: Truth, partner: Partner, payout: Payout): Webhook | undefined =>
  partner.dialect === 'efi'
    ? book.get('webhooks', webhookId(partner.name, 'pix', payout.payerKey ?? ''))
    : book.get('webhooks', webhookId(partner.name, 'payouts', ''))
