import { brCode } from '../truth/br-code.ts'
import type { Components, DueTerms } from '../truth/amount-due.ts'
import { type PayDay, amountOn, lastRevision } from '../truth/charges.ts'
import { addressOf } from '../truth/locations.ts'
import { formatCentavos } from '../truth/money.ts'
import type { Charge, Location, Person, ReceivedPix, Refund, Revision } from '../truth/records.ts'
import type { Truth } from '../truth/truth.ts'

const city = 'SAO PAULO'

const isCpf = (taxId: string) => taxId.length === 11

const documentOf = ({ name, taxId }: Person) =>
  isCpf(taxId) ? { cpf: taxId, nome: name } : { cnpj: taxId, nome: name }

const debtorOf = ({ contact, ...person }: NonNullable<Revision['debtor']>) => ({ ...documentOf(person), ...contact })

/** Of a partner the bank knows no address but its own. */
const receiverOf = (truth: Truth, { partner }: Charge) => ({
  ...documentOf(truth.book.get('partners', partner)?.owner ?? { name: partner, taxId: '' }),
  logradouro: 'Avenida Paulista, 1000',
  cidade: 'São Paulo',
  uf: 'SP',
  cep: '01310100',
})

const calendarOf = ({ dueDate, payableDays }: DueTerms) => ({
  dataDeVencimento: dueDate,
  validadeAposVencimento: payableDays,
})

const costsOf = ({ multa, juros, abatimento, desconto }: DueTerms) => ({
  ...(multa && { multa }),
  ...(juros && { juros }),
  ...(abatimento && { abatimento }),
  ...(desconto && { desconto }),
})

/** The terms of a charge as its answer and its payload both have them. */
const termsView = (terms: Revision) => ({
  ...(terms.debtor ? { devedor: debtorOf(terms.debtor) } : {}),
  valor: {
    original: formatCentavos(terms.amount),
    ...(terms.due && costsOf(terms.due)),
    ...(terms.payerMayChangeAmount === undefined ? {} : { modalidadeAlteracao: terms.payerMayChangeAmount ? 1 : 0 }),
  },
  chave: terms.key,
  ...(terms.requestToPayer === undefined ? {} : { solicitacaoPagador: terms.requestToPayer }),
  ...(terms.details === undefined ? {} : { infoAdicionais: terms.details }),
})

export function chargeView(truth: Truth, charge: Charge, number = charge.revisions.length - 1) {
  const terms = charge.revisions[number] ?? lastRevision(charge)
  const location = charge.locationId === null ? undefined : truth.book.get('locations', String(charge.locationId))
  return {
    calendario: {
      criacao: charge.createdAt,
      ...(terms.due ? calendarOf(terms.due) : { expiracao: terms.expiresInSeconds }),
    },
    ...(terms.due && { recebedor: receiverOf(truth, charge) }),
    txid: charge.txid,
    revisao: number,
    status: terms.status,
    ...termsView(terms),
    ...(location
      ? {
          loc: locationView(truth, { ...location, txid: '' }),
          location: addressOf(truth, location),
          pixCopiaECola: codeOf(truth, charge, location),
        }
      : {}),
  }
}

export const codeOf = (truth: Truth, charge: Charge, location: Location) =>
  brCode({
    location: addressOf(truth, location),
    ...(lastRevision(charge).due ? {} : { amount: formatCentavos(lastRevision(charge).amount) }),
    name: truth.book.get('partners', charge.partner)?.owner.name ?? charge.partner,
    city,
  })

/** With the Pix that paid it, as a GET has it. */
export const wholeChargeView = (truth: Truth, charge: Charge, number?: number) => ({
  ...chargeView(truth, charge, number),
  ...(charge.pix.length > 0 ? { pix: charge.pix.flatMap(id => truth.book.get('pix', id) ?? []).map(pixView) } : {}),
})

export const payloadView = (charge: Charge, now: Date) => ({
  calendario: {
    criacao: charge.createdAt,
    apresentacao: now.toISOString(),
    expiracao: lastRevision(charge).expiresInSeconds,
  },
  txid: charge.txid,
  revisao: charge.revisions.length - 1,
  status: lastRevision(charge).status,
  ...termsView(lastRevision(charge)),
})

/** What a payer's bank reads of a charge with a due date, for a day of payment. */
export function duePayloadView(truth: Truth, charge: Charge, due: DueTerms, on: PayDay) {
  const now = truth.now()
  const { amount, components } = amountOn(charge, now, on)
  const { debtor, ...terms } = lastRevision(charge)
  return {
    calendario: { criacao: charge.createdAt, apresentacao: now.toISOString(), ...calendarOf(due) },
    txid: charge.txid,
    revisao: charge.revisions.length - 1,
    status: terms.status,
    ...termsView(terms),
    ...(debtor ? { devedor: documentOf(debtor) } : {}),
    recebedor: receiverOf(truth, charge),
    valor: { ...(components && amountsOf(components)), final: formatCentavos(amount) },
  }
}

/** The original amount always, the others where there are any. */
const amountsOf = (components: Components) =>
  Object.fromEntries(
    Object.entries(components)
      .filter(([name, amount]) => name === 'original' || amount > 0)
      .map(([name, amount]) => [name, formatCentavos(amount)]),
  )

const componentsView = (components: Components) =>
  Object.fromEntries(Object.entries(amountsOf(components)).map(([name, valor]) => [name, { valor }]))

export const locationView = (truth: Truth, location: Location) => ({
  id: location.id,
  location: addressOf(truth, location),
  tipoCob: location.kind,
  criacao: location.createdAt,
  ...(location.txid ? { txid: location.txid } : {}),
})

export const pixView = (pix: ReceivedPix): Record<string, unknown> & { txid?: string; chave?: string } => ({
  endToEndId: pix.endToEndId,
  ...(pix.txid === undefined ? {} : { txid: pix.txid }),
  valor: formatCentavos(pix.amount),
  ...(pix.components && { componentesValor: componentsView(pix.components) }),
  ...(pix.key === undefined ? {} : { chave: pix.key }),
  horario: pix.at,
  ...(pix.message === undefined ? {} : { infoPagador: pix.message }),
  ...(pix.refunds.length > 0 ? { devolucoes: pix.refunds.map(refundView) } : {}),
})

export const refundView = (refund: Refund) => ({
  id: refund.id,
  rtrId: refund.rtrId,
  valor: formatCentavos(refund.amount),
  natureza: refund.nature,
  ...(refund.description === undefined ? {} : { descricao: refund.description }),
  horario: {
    solicitacao: refund.requestedAt,
    ...(refund.settledAt === undefined ? {} : { liquidacao: refund.settledAt }),
  },
  status: refund.status,
  ...(refund.reason === undefined ? {} : { motivo: refund.reason }),
})
