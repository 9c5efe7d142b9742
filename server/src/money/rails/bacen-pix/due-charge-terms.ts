import type { Micros } from '../../../platform/brazil/money.ts'
import { type Day, isDay } from '../../../platform/brazil/sao-paulo.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { Discount, DueTerms, FixedOrPercent, Interest } from '../due-terms.ts'
import { type Fields, amountOf, centsText, fieldsOf, listOf, textOf } from './reading.ts'

/** `before`: what a charge has and is to have no more is changed to nothing, because what is left out stays. */
export function costsOf({ amount, fine, interest, rebate, discount }: DueTerms, before?: DueTerms) {
  return {
    original: decimals(amount),
    ...part('multa', fine && shareOf(fine), before?.fine && nothing),
    ...part('juros', interest && interestOf(interest), before?.interest && nothing),
    ...part('abatimento', rebate && shareOf(rebate), before?.rebate && nothing),
    ...part('desconto', discount && discountOf(discount), before?.discount && noDiscount),
  }
}

const nothing = { modalidade: 1, valorPerc: '0.00' }
const noDiscount = { modalidade: 3, valorPerc: '0.00' }

const part = (name: string, requested: object | null, otherwise: object | null | undefined) => {
  const value = requested ?? otherwise
  return value ? { [name]: value } : {}
}

/** Amounts and rates alike. Nothing is rounded on the way to a bank. */
function decimals(value: Micros): string {
  if (value % 10_000n === 0n) return centsText(value)
  throw new ApiError('AmountNotAllowed', { message: 'the bank accepts two decimals of amounts and rates' })
}

const kindsOfShare = { Fixed: 1, Percent: 2 } as const

// biome-ignore format: a table is read in columns
const kindsOfInterest: Record<Interest['kind'], number> = {
  AmountPerDay: 1,         PercentPerDay: 2,               PercentPerMonth: 3,               PercentPerYear: 4,
  AmountPerBusinessDay: 5, PercentPerDayInBusinessDays: 6, PercentPerMonthInBusinessDays: 7, PercentPerYearInBusinessDays: 8,
}

// biome-ignore format: a table is read in columns
const kindsOfDiscount: Record<Discount['kind'], number> = {
  Fixed: 1,        Percent: 2,
  AmountPerDay: 3, AmountPerBusinessDay: 4, PercentPerDay: 5, PercentPerBusinessDay: 6,
}

const valueOf = (value: { amount: Micros } | { rate: bigint }): string =>
  decimals('amount' in value ? value.amount : value.rate)

const shareOf = (share: FixedOrPercent) => ({ modalidade: kindsOfShare[share.kind], valorPerc: valueOf(share) })

const interestOf = (interest: Interest) => ({
  modalidade: kindsOfInterest[interest.kind],
  valorPerc: valueOf(interest),
})

function discountOf(discount: Discount) {
  const modalidade = kindsOfDiscount[discount.kind]
  if (!('until' in discount)) return { modalidade, valorPerc: valueOf(discount) }
  const descontoDataFixa = discount.until.map(one => ({ data: one.day, valorPerc: valueOf(one) }))
  return { modalidade, descontoDataFixa }
}

/** Thirty days, where the bank says nothing of them: the standard's default. */
export function calendarIn(charge: Fields) {
  const { dataDeVencimento, validadeAposVencimento } = fieldsOf(charge['calendario'])
  const dueDate = textOf(dataDeVencimento)?.slice(0, 10) ?? ''
  return { dueDate: isDay(dueDate) ? dueDate : null, payableDays: Number(textOf(validadeAposVencimento) ?? 30) }
}

/** What a bank shows, in our words: a fine of nothing is no fine. Null: some of it cannot be read. */
export function termsIn(charge: Fields): DueTerms | null {
  const { original, multa, juros, abatimento, desconto } = fieldsOf(charge['valor'])
  const { dueDate, payableDays } = calendarIn(charge)
  const amount = amountOf(original)
  const fine = partIn<FixedOrPercent>(multa, kindsOfShare)
  const interest = partIn<Interest>(juros, kindsOfInterest)
  const rebate = partIn<FixedOrPercent>(abatimento, kindsOfShare)
  const discount = partIn<Discount>(desconto, kindsOfDiscount)
  if (amount === null || dueDate === null || !Number.isSafeInteger(payableDays)) return null
  if (fine === unreadable || interest === unreadable || rebate === unreadable || discount === unreadable) return null
  return { amount, dueDate, payableDaysAfterDue: payableDays, fine, interest, rebate, discount }
}

const unreadable = Symbol('unreadable')

/** Kinds of percentages have a rate, all others an amount; those of days have several. */
function partIn<Part extends { kind: string }>(
  written: unknown,
  kinds: Record<Part['kind'], number>,
): Part | null | typeof unreadable {
  const { modalidade, valorPerc, descontoDataFixa } = fieldsOf(written)
  const days = listOf(descontoDataFixa).map(({ data, valorPerc: value }) => ({
    day: dayIn(data),
    value: amountOf(value),
  }))
  const value = amountOf(valorPerc) ?? 0n
  if (days.length === 0 && value === 0n) return null
  const names = Object.keys(kinds) as Part['kind'][]
  const kind = names.find(name => kinds[name] === Number(textOf(modalidade)))
  if (kind === undefined) return unreadable
  const field = kind.startsWith('Percent') ? 'rate' : 'amount'
  if (days.length === 0) return { kind, [field]: value } as unknown as Part
  if (days.some(one => one.day === null || one.value === null)) return unreadable
  return { kind, until: days.map(one => ({ day: one.day, [field]: one.value })) } as unknown as Part
}

function dayIn(value: unknown): Day | null {
  const day = textOf(value)?.slice(0, 10) ?? ''
  return isDay(day) ? day : null
}
