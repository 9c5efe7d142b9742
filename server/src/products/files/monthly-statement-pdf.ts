import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import { type Micros, formatReais } from '../../platform/brazil/money.ts'
import { formatForSpreadsheet } from '../../platform/brazil/sao-paulo.ts'
import { maskTaxNumber } from '../../platform/brazil/tax-number.ts'
import { type Language, type Translated, inLanguage, languageTag, testMark } from '../../platform/http/languages.ts'
import type { Merchant } from '../../tenancy/merchants/read-merchant.ts'
import { type Pdf, type Style, drawBrand, drawLine, drawTest, ink, plain, quiet, write } from '../receipts/pdf-look.ts'
import { totalOf } from '../statements/statement-file.ts'
import type { Balance, DaySums, MonthSums } from './monthly-statement.ts'

const texts = {
  title: ['Extrato mensal', 'Monthly statement'],
  account: ['Conta', 'Account'],
  balances: ['Saldos', 'Balances'],
  opening: ['No início do mês', 'At the start of the month'],
  closing: ['No fim do mês', 'At the end of the month'],
  available: ['Disponível', 'Available'],
  held: ['Reservado', 'Held'],
  blocked: ['Bloqueado', 'Blocked'],
  total: ['Total', 'Total'],
  // As the portal explains them.
  legend: [
    'Disponível: o que pode ser enviado, sacado ou devolvido. Reservado: para envios e devoluções a caminho. Bloqueado: um banco contestou um pagamento recebido (MED). Total: os três juntos.',
    'Available: what can be sent, withdrawn or refunded. Held: for payments and refunds on their way. Blocked: a bank disputes a payment received (MED). Total: the three together.',
  ],
  days: ['Por dia', 'By day'],
  day: ['Dia', 'Day'],
  moneyIn: ['Entradas', 'Money in'],
  moneyOut: ['Saídas', 'Money out'],
  fees: ['Tarifas', 'Charges'],
  balance: ['Saldo total', 'Total balance'],
  none: ['Nenhum lançamento neste mês.', 'No entries in this month.'],
  issued: ['Emitido em', 'Issued on'],
  timeZone: ['(horário de Brasília)', '(Brasília time)'],
  sandbox: ['Ambiente de testes: nenhum dinheiro foi movimentado.', 'Test environment: no money was moved.'],
} as const satisfies Record<string, Translated>

const title: Style = ['Helvetica-Bold', 18, ink]
const heading: Style = ['Helvetica-Bold', 11, ink]
const label: Style = ['Helvetica', 9, quiet]
const small: Style = ['Helvetica', 7.5, quiet]
const value: Style = ['Helvetica', 9, ink]
const strong: Style = ['Helvetica-Bold', 9, ink]

const left = 56
const top = 52
const width = 483
const lineHeight = 14.5
const gap = 6

type Month = { merchant: Merchant; from: string; sums: MonthSums; now: Date; isSandbox: boolean }

/** A month of an account on one A4 page, under the same brand as receipts. */
export async function monthlyStatementPdf(month: Month, language: Language): Promise<Buffer> {
  const { merchant, from, sums, now, isSandbox } = month
  const say = (key: keyof typeof texts) => inLanguage(texts[key], language)
  const name = `${say('title')}, ${monthName(from, language)}`
  const pdf = new PdfKit({
    size: 'A4',
    margin: 32,
    lang: languageTag(language),
    displayTitle: true,
    info: { Title: plain(name), Author: 'Trilho' },
  })
  if (isSandbox) drawTest(pdf, { mark: testMark(language), meaning: say('sandbox') }, [300, 560])
  drawBrand(pdf, left, top)
  write(pdf, title).text(plain(name), left, top + 34, { width })
  const whose = `${merchant.name} · ${maskTaxNumber(merchant.taxNumber)} · ${say('account')} ${merchant.accountNumber}`
  write(pdf, label).text(plain(whose), left, pdf.y + 4, { width, height: 24, ellipsis: true })

  const table = tableOf(pdf, language)
  table.begin(say('balances'))
  table.line(['', say('available'), say('held'), say('blocked'), say('total')], label)
  for (const [when, balance] of [
    ['opening', sums.opening],
    ['closing', sums.closing],
  ] as const)
    table.line([say(when), ...balanceCells(balance)], value)
  write(pdf, small).text(plain(say('legend')), left, pdf.y + 3, { width })

  table.begin(say('days'))
  table.line([say('day'), say('moneyIn'), say('moneyOut'), say('fees'), say('balance')], label)
  for (const day of sums.days) table.line(dayCells(day, language), value)
  if (sums.days.length === 0) table.line([say('none')], value)
  table.line([say('total'), sums.moneyIn, -sums.moneyOut, -sums.fees, totalOf(sums.closing)], strong)

  const issued = `${say('issued')} ${formatForSpreadsheet(now)} ${say('timeZone')}`
  write(pdf, label).text(plain(issued), left, pdf.page.height - 60, { width })
  pdf.end()
  return buffer(pdf)
}

const balanceCells = (balance: Balance) => [balance.available, balance.held, balance.blocked, totalOf(balance)]

const dayCells = ({ day, moneyIn, moneyOut, fees, closing }: DaySums, language: Language) => [
  shortDay(day, language),
  moneyIn,
  -moneyOut,
  -fees,
  totalOf(closing),
]

/** Rows of five columns below each other: the first is text, the others are amounts at the right. */
function tableOf(pdf: Pdf, language: Language) {
  const columns = [107, 94, 94, 94, 94]
  return {
    begin(name: string) {
      const y = pdf.y + 20
      drawLine(pdf, left, width, y)
      write(pdf, heading).text(plain(name), left, y + 12, { width })
      pdf.y += 2
    },
    line(cells: readonly (string | Micros)[], style: Style) {
      const y = pdf.y
      let x = left
      for (const [i, cell] of cells.entries()) {
        const text = plain(typeof cell === 'bigint' ? formatReais(cell, language) : cell)
        const room = cells.length === 1 ? width : (columns[i] ?? 0)
        const options = { width: room, align: i === 0 ? 'left' : 'right', lineBreak: false } as const
        // An amount with all its decimals is written smaller rather than into its neighbour.
        const needed = write(pdf, style).widthOfString(text) + gap
        pdf.fontSize(style[1] * Math.min(1, room / needed)).text(text, x, y, options)
        x += room
      }
      pdf.y = y + lineHeight
    },
  }
}

const monthName = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(languageTag(language), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const shortDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === 'pt' ? 'pt-BR' : 'en-GB', { dateStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
