import { codeOf } from '../standard/views.ts'
import { typedLineOf } from '../truth/barcode.ts'
import type { Boleto } from '../truth/boleto.ts'
import { type BoletoState, chargeOf, stateOf } from '../truth/boletos.ts'
import { lastRevision } from '../truth/charges.ts'
import { readLocation } from '../truth/locations.ts'
import type { Truth } from '../truth/truth.ts'
import { localDay, localStamp } from './inter-views.ts'

/** Past its due date it is unpaid, and stays so. */
const statuses: Record<BoletoState, string> = {
  registering: 'new',
  failed: 'canceled',
  open: 'waiting',
  late: 'unpaid',
  expired: 'unpaid',
  paid: 'paid',
  paidByPix: 'paid',
  cancelled: 'canceled',
}

/** The bank shows one payment only: what is paid by Pix stays so, whatever comes by the barcode afterwards. */
const isPaidByPix = (truth: Truth, boleto: Boleto) => lastRevision(chargeOf(truth, boleto)).status === 'CONCLUIDA'

export const statusOf = (truth: Truth, boleto: Boleto): string =>
  boleto.paid && boleto.paid.settledAt === undefined && !isPaidByPix(truth, boleto)
    ? 'identified'
    : statuses[stateOf(truth, boleto)]

export const linkOf = ({ id }: Boleto) => `https://visualizacao.bank.test/${id}`
export const stamp = (at: string) => localStamp(at).replace('T', ' ')

/** The bank calls the typed line the barcode, and shows it with its points. */
const lineOf = ({ barcode }: Boleto) =>
  typedLineOf(barcode).replace(/^(.{5})(.{5})(.{5})(.{6})(.{5})(.{6})(.)(.{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')

function billetOf(truth: Truth, boleto: Boleto) {
  const charge = chargeOf(truth, boleto)
  const location = charge.locationId === null ? null : readLocation(truth, charge.partner, String(charge.locationId))
  return {
    barcode: lineOf(boleto),
    ...(location && {
      pix: { qrcode: codeOf(truth, charge, location), qrcode_image: 'data:image/svg+xml;base64,PHN2Zy8+' },
    }),
    link: linkOf(boleto),
    pdf: { charge: `${linkOf(boleto)}.pdf` },
    expire_at: lastRevision(charge).due?.dueDate,
  }
}

/** How much was paid and when, by whatever means; null: nothing was. */
export function paymentOf(truth: Truth, boleto: Boleto) {
  if (boleto.paid && !isPaidByPix(truth, boleto)) {
    const { amount, day: receivedOn, settledAt } = boleto.paid
    return { value: amount, receivedOn, at: settledAt ?? `${receivedOn}T15:00:00.000Z` }
  }
  const pix = chargeOf(truth, boleto).pix.flatMap(id => truth.book.get('pix', id) ?? [])[0]
  return pix === undefined ? null : { value: pix.amount, receivedOn: localDay(pix.at), at: pix.at }
}

/** One charge: how much was paid it says, and when only its history. */
export function detailOf(truth: Truth, boleto: Boleto) {
  const { amount, debtor } = lastRevision(chargeOf(truth, boleto))
  const paid = paymentOf(truth, boleto)
  const created = stamp(boleto.createdAt)
  const isPerson = debtor?.taxId.length === 11
  return {
    charge_id: Number(boleto.id),
    total: amount,
    status: statusOf(truth, boleto),
    custom_id: boleto.ownNumber || null,
    created_at: created,
    notification_url: boleto.noticeUrl ?? null,
    ...(paid && { paid_value: paid.value }),
    items: [{ name: boleto.title, value: amount, amount: 1 }],
    history: [
      { message: 'Cobrança criada', created_at: created },
      ...(paid ? [{ message: 'Pagamento efetuado', created_at: stamp(paid.at) }] : []),
    ],
    customer: isPerson
      ? { name: debtor?.name, cpf: debtor?.taxId }
      : { juridical_person: { corporate_name: debtor?.name, cnpj: debtor?.taxId } },
    payment: { method: 'banking_billet', created_at: created, message: null, banking_billet: billetOf(truth, boleto) },
  }
}

export function rowOf(truth: Truth, boleto: Boleto) {
  const { charge_id: id, total, status, custom_id, created_at, customer } = detailOf(truth, boleto)
  const paid = paymentOf(truth, boleto)
  const { pix, ...billet } = billetOf(truth, boleto)
  return {
    id,
    total,
    status,
    custom_id,
    created_at,
    customer,
    payment: {
      payment_method: 'banking_billet',
      paid_at: paid && paid.at,
      ...(paid && { received_by_bank_at: paid.receivedOn, paid_value: paid.value }),
      pix,
      banking_billet: billet,
    },
  }
}
