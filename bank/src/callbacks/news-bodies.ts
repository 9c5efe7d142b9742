import { type Switches, switchesFor } from '../dialects/switches.ts'
import { efiPayoutNews, efiPayoutReturnNews, efiPayer } from '../dialects/efi-views.ts'
import { efiInitiationNews, webhookOf } from '../dialects/efi-initiations.ts'
import { interPayoutNews } from '../dialects/inter-views.ts'
import { sicoobPayoutNews } from '../dialects/sicoob-views.ts'
import { dressAnswer } from '../dialects/dress-answer.ts'
import { pixView } from '../standard/views.ts'
import { webhookId } from '../standard/webhooks.ts'
import type { Callback, DialectName, Partner, Payout, ReceivedPix, Webhook } from '../truth/records.ts'
import type { News, Truth } from '../truth/truth.ts'

type Letter = Pick<Callback, 'url' | 'shape' | 'items'>

/** How each dialect tells that a payout has ended; the standard knows no payouts. */
const payoutNews: Record<DialectName, ((payout: Payout) => unknown) | null> = {
  standard: null,
  efi: efiPayoutNews,
  inter: interPayoutNews,
  sicoob: sicoobPayoutNews,
}

/** What is to be sent for a piece of news, and where: nothing where nobody has asked to be told. */
export function letterFor(truth: Truth, news: News): { partner: Partner; letter: Letter } | null {
  const about =
    news.kind === 'initiation ended'
      ? aboutInitiation(truth, news.initiationId)
      : (aboutPix(truth, news) ?? aboutPayout(truth, news))
  return about && { partner: about.partner, letter: about.letter }
}

type PixNews = Exclude<News, { kind: 'initiation ended' }>

function aboutInitiation(truth: Truth, id: string) {
  const initiation = truth.book.get('initiations', id)
  const partner = initiation && truth.book.get('partners', initiation.partner)
  const config = partner && truth.book.get('initiationConfigs', partner.name)
  if (!initiation || !partner || !config) return null
  return {
    partner,
    letter: { url: webhookOf(config), shape: 'object' as const, items: [efiInitiationNews(initiation)] },
  }
}

function aboutPix(truth: Truth, news: PixNews) {
  const pix = truth.book.get('pix', news.endToEndId)
  const partner = pix && truth.book.get('partners', pix.partner)
  if (!pix || !partner || !['pix received', 'refund ended'].includes(news.kind)) return null
  const switches = switchesFor(partner)
  const webhook = pixWebhook(truth, partner, pix)
  if (!webhook || (pix.txid === undefined && !switches.tellPixWithoutTxid)) return null
  return {
    partner,
    letter: { url: webhook.url + switches.pixSuffix, shape: 'pix' as const, items: [pixItem(switches, pix)] },
  }
}

/** A Pix without a key is told where the account's first webhook is. */
const pixWebhook = ({ book }: Truth, { name }: Partner, { key }: ReceivedPix): Webhook | undefined =>
  key === undefined
    ? [...book.all('webhooks').values()].find(({ partner, channel }) => partner === name && channel === 'pix')
    : book.get('webhooks', webhookId(name, 'pix', key))

const pixItem = (switches: Switches, pix: ReceivedPix) => ({
  ...(dressAnswer(switches, 'callback', pixView(pix)) as object),
  ...(switches.payerInCallback ? { gnExtras: { pagador: efiPayer(pix) } } : {}),
})

function aboutPayout(truth: Truth, news: PixNews) {
  const payout = truth.book.get('payouts', news.endToEndId)
  const partner = payout && truth.book.get('partners', payout.partner)
  const tells = partner && payoutNews[partner.dialect]
  if (!payout || !partner || !tells || !news.kind.startsWith('payout')) return null
  const switches = switchesFor(partner)
  const webhook = payoutWebhook(truth, partner, payout)
  if (!webhook) return null
  // Only one of the banks is known to tell of what came back.
  const isReturn = news.kind === 'payout returned'
  if (isReturn && partner.dialect !== 'efi') return null
  const item = isReturn ? efiPayoutReturnNews(payout) : tells(payout)
  return { partner, letter: { url: webhook.url + switches.payoutSuffix, shape: switches.payoutShape, items: [item] } }
}

/** One bank tells of payouts where it tells of the payer's key, others have a webhook for them. */
const payoutWebhook = ({ book }: Truth, partner: Partner, payout: Payout): Webhook | undefined =>
  partner.dialect === 'efi'
    ? book.get('webhooks', webhookId(partner.name, 'pix', payout.payerKey ?? ''))
    : book.get('webhooks', webhookId(partner.name, 'payouts', ''))
