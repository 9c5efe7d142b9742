import { barcodeOfLine } from '../../../../platform/brazil/boleto.ts'
import type { Micros } from '../../../../platform/brazil/money.ts'
import { type Day, addDays, dayOf, isDay, startOfDay } from '../../../../platform/brazil/sao-paulo.ts'
import type { Problem } from '../../../../platform/http/errors.ts'
import type { BoletoRail, BoletoReport, BoletoRequest, KnownBoleto, RegisteredBoleto } from '../../boleto-rail.ts'
import { keyTypeOf } from '../../../../platform/brazil/pix-key.ts'
import { type Answer, type Bank, nullIfAway, saysNothing, unknownState } from '../bank.ts'
import {
  askToCancel,
  askToRegister,
  daysPayable,
  ownOf,
  payableDaysProblems,
  refuseBoleto,
  surplusOf,
  whole,
  wrong,
} from '../boletos.ts'
import { readTxid } from '../payload.ts'
import { readPages } from '../read-pages.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../reading.ts'
import type { BankSettings } from '../settings.ts'
import { isUnknownToEfi, withoutUndecided } from './efi-boleto-errors.ts'

const least: Micros = 5_000_000n
const mostDaysAfterDue = 120
const pageSize = 100
/** A list that is longer is an error, and never cut short. */
const mostPages = 200
/** A Pix is listed within moments. What Efí calls paid for longer without one was paid by the barcode. */
const listedMs = 60 * 60_000

/** Boletos are in an API apart, with an address and tokens of its own. It has no scopes that could be requested. */
export const settingsOfEfiBoletos = (settings: BankSettings): BankSettings | null =>
  settings.boletoUrl
    ? { ...settings, payoutUrl: settings.boletoUrl, tokenUrl: `${settings.boletoUrl}/authorize`, scopes: '' }
    : null

/** No boleto has this id. */
export const efiBoletoProbe = { path: () => '/charge/1', isAbsence: isUnknownToEfi }

/**
 * Boletos that Pix pays, too, by `/v1/charge/one-step`, which registers at once. Efí says that one is paid and not by what
 * means: `pix`, where its Pix payments are, shows whether one has the name of the boleto's charge.
 */
export function efiBoletos(given: Bank, pix: Bank, clock: () => Date): BoletoRail {
  const { payoutUrl: url, pixKey } = given.settings
  const bank = withoutUndecided(given)

  async function readOne(externalId: string, signal: AbortSignal): Promise<Fields | null> {
    const ask = { operation: 'read boleto', method: 'GET', signal } as const
    const answer = await bank.call({ ...ask, url: `${url}/charge/${encodeURIComponent(externalId)}` })
    if (isUnknownToEfi(answer)) return null
    const found = fieldsOf(fieldsOf(answer.body)['data'])
    // An answer about another says nothing of this one.
    return answer.status < 300 && textOf(found['charge_id']) === externalId ? found : saysNothing(answer)
  }

  /** It goes on until a page has nothing new: how many rows Efí puts into one is nowhere documented. */
  async function* listAll(query: Record<string, string>, signal?: AbortSignal): AsyncGenerator<Fields> {
    const seen = new Set<string>()
    for (let page = 1; page <= mostPages; page++) {
      const paging = { limit: String(pageSize), page: String(page) }
      const parameters = new URLSearchParams({ charge_type: 'billet', ...query, ...paging })
      const ask = { operation: 'list boletos', method: 'GET', url: `${url}/charges?${parameters}` } as const
      const answer = await bank.call({ ...ask, ...(signal && { signal }) })
      // By integrators' word there may be no page after the last.
      if (page > 1 && answer.status === 404) return
      const rows = fieldsOf(answer.body)['data']
      if (answer.status >= 300 || !Array.isArray(rows)) return saysNothing(answer)
      const added = listOf(rows).filter(row => !seen.has(textOf(row['id']) ?? ''))
      if (added.length === 0) return
      for (const row of added) seen.add(textOf(row['id']) ?? '')
      yield* added
    }
    throw new Error(`list boletos: the bank lists more than ${mostPages} pages`)
  }

  /** What has our number, by the day it was made. */
  async function search({ ourNumber, createdAt }: KnownBoleto, signal: AbortSignal): Promise<Fields[]> {
    const days = { begin_date: addDays(dayOf(createdAt), -1), end_date: addDays(dayOf(clock()), 1) }
    const rows = await Array.fromAsync(listAll({ ...days, date_of: 'creation', custom_id: ourNumber }, signal))
    return rows.filter(row => textOf(row['custom_id']) === ourNumber)
  }

  async function find(known: KnownBoleto, signal: AbortSignal): Promise<Fields | null> {
    if (known.externalId !== null) return readOne(known.externalId, signal)
    const own = ownOf(await search(known, signal), row => statusIn(row) === 'canceled')
    const externalId = textOf(own?.['id'])
    return externalId === null ? null : readOne(externalId, signal)
  }

  /** Without the name of its Pix charge nobody could say later what has paid it: then it is read again. */
  async function openReport(own: Own, found: Fields, signal: AbortSignal): Promise<BoletoReport> {
    const boleto = boletoIn(found)
    if (boleto === null || boleto.qrCode === null) return { ...own, boleto, state: 'open' }
    const txid = await readTxid(pix, boleto.qrCode, signal).catch(nullIfAway)
    return txid === null ? { ...own, state: 'registering' } : { ...own, boleto: { ...boleto, txid }, state: 'open' }
  }

  async function paidReport(given: Own, found: Fields, known: KnownBoleto, signal: AbortSignal): Promise<BoletoReport> {
    const row = (await search(known, signal)).find(one => textOf(one['id']) === given.externalId)
    const { amount, paidOn } = paymentIn(found, row ?? {})
    const boleto = boletoIn(found)
    const qrCode = boleto?.qrCode ?? null
    const txid = known.txid ?? (qrCode === null ? null : await readTxid(pix, qrCode, signal).catch(nullIfAway))
    const own = { ...given, boleto: boleto && { ...boleto, txid } }
    if (amount === null || paidOn === null) return { ...own, state: 'paidUnknown' }
    const isSettled = statusIn(found) === 'paid'
    const bySlip = { ...own, state: 'paid', amount, paidOn, isSettled } as const
    const hasPix = txid !== null || boleto === null || qrCode !== null
    // Identified is what is paid and not there yet: a Pix is there at once.
    if (known.isPaidBySlip || !hasPix || !isSettled) return bySlip
    if (txid !== null && (await isInPix(txid, paidOn))) return { ...own, state: 'paidByPix' }
    const isListedByNow = clock().getTime() >= startOfDay(addDays(paidOn, 1)).getTime() + listedMs
    if (!isListedByNow) return { ...own, state: 'paidUnknown' }
    // What nobody can find among its Pix payments is not booked as a boleto: it may be there under a name that is not known.
    return txid === null ? saysNothing(answerOf(found)) : bySlip
  }

  async function isInPix(txid: string, paidOn: Day): Promise<boolean> {
    const period = { from: startOfDay(addDays(paidOn, -1)), until: startOfDay(addDays(paidOn, 2)) }
    const list = { operation: 'list payments', url: pix.urls.pix, items: 'pix', query: { txid } } as const
    for await (const one of readPages(pix, list, period)) if (textOf(one['txid']) === txid) return true
    return false
  }

  return {
    key: pixKey,
    keyType: keyTypeOf(pixKey),
    needsDistrict: false,

    refuse: request => refuseBoleto(request.amount, least, problemsOf(request)),

    async registerBoleto(request, call) {
      const { ourNumber } = request
      const asked = await askToRegister(bank, { url: `${url}/charge/one-step`, body: bodyOf(request), ourNumber }, call)
      if ('refused' in asked) return asked.refused
      const data = fieldsOf(fieldsOf(asked.answer.body)['data'])
      const externalId = textOf(data['charge_id']) ?? saysNothing(asked.answer)
      const own = { ourNumber, externalId, boleto: null }
      // Its answer has the boleto as a reading has it, but one level higher.
      return openReport(own, { payment: { banking_billet: data } }, call.signal)
    },

    async findBoleto(known, { signal }) {
      const found = await find(known, signal)
      if (found === null) return null
      const externalId = textOf(found['charge_id'])
      const state = states[statusIn(found)]
      if (externalId === null || state === undefined) return unknownState(answerOf(found))
      const own = { ourNumber: known.ourNumber, externalId, boleto: null }
      if (state === 'open') return openReport(own, found, signal)
      return state === 'paid' ? paidReport(own, found, known, signal) : { ...own, state }
    },

    cancelBoleto: ({ externalId }, call) =>
      askToCancel(bank, { url: `${url}/charge/${encodeURIComponent(externalId)}/cancel`, method: 'PUT' }, call),

    async findSurplus(known, { signal }) {
      const rows = await search(known, signal)
      return surplusOf(
        rows.map(row => ({ externalId: textOf(row['id']), state: states[statusIn(row)], status: statusIn(row) })),
        known,
      )
    },

    async *listPaid({ from, until }) {
      for await (const row of listAll({ begin_date: from, end_date: until, date_of: 'payment' })) {
        const [externalId, ourNumber] = [textOf(row['id']), textOf(row['custom_id'])]
        if (externalId !== null && ourNumber !== null && states[statusIn(row)] === 'paid')
          yield { externalId, ourNumber, boleto: null, state: 'paidUnknown' }
      }
    },

    async readNotice(token, { signal }) {
      const ask = { operation: 'read boleto notice', method: 'GET', signal } as const
      const answer = await bank.call({ ...ask, url: `${url}/notification/${encodeURIComponent(token)}` })
      if (isUnknownToEfi(answer)) return []
      const rows = fieldsOf(answer.body)['data']
      if (answer.status >= 300 || !Array.isArray(rows)) return saysNothing(answer)
      const named = listOf(rows).flatMap(row => {
        const [ourNumber, externalId] = [row['custom_id'], fieldsOf(row['identifiers'])['charge_id']].map(textOf)
        return ourNumber && externalId ? [[externalId, { ourNumber, externalId }] as const] : []
      })
      return [...new Map(named).values()]
    },
  }
}

type Own = Pick<BoletoReport, 'ourNumber' | 'externalId' | 'boleto'>

// biome-ignore format: a table is read in columns
const states: Record<string, 'registering' | 'open' | 'paid' | 'removed'> = {
  new: 'registering',
  waiting: 'open',     unpaid: 'open', // past its due date
  identified: 'paid',  paid: 'paid',
  settled: 'removed', // by a person, at the bank: no money has come through it
  canceled: 'removed', expired: 'removed',
}
const statusIn = (found: Fields): string => textOf(found['status']) ?? ''
const answerOf = (found: Fields): Answer => ({ status: 200, body: { status: statusIn(found) } })

/** Null: half an answer. Efí has the typed line, and calls it the barcode. */
function boletoIn(found: Fields): RegisteredBoleto | null {
  const billet = fieldsOf(fieldsOf(found['payment'])['banking_billet'])
  const [line, bankNumber] = [textOf(billet['barcode']), textOf(found['charge_id']) ?? textOf(billet['charge_id'])]
  if (line === null || bankNumber === null) return null
  const typedLine = line.replace(/\D/g, '')
  const qrCode = textOf(fieldsOf(billet['pix'])['qrcode'])
  // A line with a wrong digit stands for no barcode, and is found out where it is compared.
  return { bankNumber, barcode: barcodeOfLine(typedLine) ?? '', typedLine, qrCode, txid: null }
}

/** How much was paid and on which day: either may be in the one answer and not in the other. */
function paymentIn(found: Fields, row: Fields): { amount: Micros | null; paidOn: Day | null } {
  const places = [found, fieldsOf(found['payment']), row, fieldsOf(row['payment'])]
  const valueOf = <Value>(read: (place: Fields) => Value | null) =>
    places.map(read).find(value => value !== null) ?? null
  return {
    amount: valueOf(place => centsOf(place['paid_value'])),
    // The day on which the payer paid comes before the one on which Efí learnt of it.
    paidOn: valueOf(place => dayIn(place['received_by_bank_at'])) ?? valueOf(place => dayIn(place['paid_at'])),
  }
}

/** Efí counts in centavos. */
function centsOf(value: unknown): Micros | null {
  const text = textOf(value)
  return text !== null && /^\d{1,12}$/.test(text) ? BigInt(text) * 10_000n : null
}

/** A day, a time in São Paulo without a zone, or a time with one. */
function dayIn(value: unknown): Day | null {
  const text = textOf(value) ?? ''
  const day =
    /(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)) ? dayOf(new Date(text)) : text.slice(0, 10)
  return isDay(day) ? day : null
}

/** What Efí takes of a boleto is less than what Pix takes of a bill. In which unit it takes interest by the month is not documented. */
const problemsOf = ({
  dueDate,
  payableDaysAfterDue,
  fine,
  interest,
  rebate,
  discount,
}: BoletoRequest | Terms): Problem[] => [
  ...payableDaysProblems({ dueDate, payableDaysAfterDue }, mostDaysAfterDue),
  ...(fine?.kind === 'Fixed' ? [wrong('/fine/kind', 'must be Percent for a boleto at this bank')] : []),
  ...(interest !== null && interest.kind !== 'PercentPerDay'
    ? [wrong('/interest/kind', 'must be PercentPerDay for a boleto at this bank')]
    : []),
  ...(rebate === null ? [] : [wrong('/rebate', 'must not be sent for a boleto at this bank')]),
  ...(discount === null || ('until' in discount && discount.until.length === 1)
    ? []
    : [wrong('/discount', 'must be Fixed or Percent with one date for a boleto at this bank')]),
]
type Terms = Omit<BoletoRequest, 'ourNumber' | 'transactionId' | 'merchantNumber'>

function bodyOf(request: BoletoRequest) {
  const { ourNumber, amount, dueDate, message, fine, interest, discount, callbackUrl } = request
  const [off] = discount !== null && 'until' in discount ? discount.until : []
  return {
    // Efí refuses the third charge that is like two others: with our number none is.
    items: [{ name: `${message?.slice(0, 200).trim() || 'Cobrança'} (${ourNumber})`, value: cents(amount), amount: 1 }],
    metadata: { custom_id: ourNumber, ...(callbackUrl && { notification_url: callbackUrl }) },
    payment: {
      banking_billet: {
        customer: payerOf(request.payer),
        expire_at: dueDate,
        configurations: {
          days_to_write_off: daysPayable(request),
          ...(fine?.kind === 'Percent' && { fine: hundredths(fine.rate) }),
          // 33 is 0.033 % a day.
          ...(interest?.kind === 'PercentPerDay' && {
            interest: { value: whole(interest.rate / 1_000n), type: 'daily' },
          }),
        },
        ...(off && {
          conditional_discount: {
            ...('amount' in off
              ? { type: 'currency', value: cents(off.amount) }
              : { type: 'percentage', value: hundredths(off.rate) }),
            until_date: off.day,
          },
        }),
        ...(message && { message: linesOf(message) }),
      },
    },
  }
}

const cents = (amount: Micros) => whole(amount / 10_000n)

/** Of a percent: 200 is 2 %. */
const hundredths = (rate: bigint) => whole(rate / 10_000n)

/** Without an e-mail address, to which Efí would send mails of its own; an address would need its number and district. */
const payerOf = ({ taxNumber, name }: BoletoRequest['payer']) =>
  taxNumber.length === 11
    ? { name: name.slice(0, 255), cpf: taxNumber }
    : { juridical_person: { corporate_name: name.slice(0, 255), cnpj: taxNumber } }

const lineLength = 100
const mostLines = 4
const linesOf = (message: string): string =>
  Array.from({ length: mostLines }, (_, i) => message.slice(i * lineLength, (i + 1) * lineLength))
    .filter(line => line !== '')
    .join('\n')
