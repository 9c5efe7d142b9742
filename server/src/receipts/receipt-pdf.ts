import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import { type Language, languageTag } from '../http/languages.ts'
import type { Receipt } from './read-receipt.ts'
import { type ReceiptLines, type Section, receiptLines } from './receipt-texts.ts'

type Pdf = InstanceType<typeof PdfKit>

const ink = '#14211d'
const quiet = '#55645e'
const rule = '#dde4e1'

/** Everything that is printed, and how. */
const styles = {
  // style: [font, size, color]
  brand: ['Helvetica-Bold', 14, ink],
  title: ['Helvetica', 11, quiet],
  completed: ['Helvetica-Bold', 13, '#0b6b4c'],
  returned: ['Helvetica-Bold', 13, '#8a4b00'],
  amount: ['Helvetica-Bold', 28, ink],
  amountReturned: ['Helvetica-Bold', 28, quiet],
  date: ['Helvetica', 10, quiet],
  returnedOn: ['Helvetica-Bold', 10, '#8a4b00'],
  heading: ['Helvetica-Bold', 11, ink],
  label: ['Helvetica', 10, quiet],
  value: ['Helvetica', 10, ink],
  test: ['Helvetica-Bold', 10, '#8a4b00'],
  mark: ['Helvetica-Bold', 54, '#8a4b00'],
} as const

const left = 72
const top = 52
const width = 451
const labelWidth = 150
const bandHeight = 30
const markHeights = [170, 430]
/** Five lines, of some 300 letters: so cut, the longest texts together still fit the page. */
const maxValueHeight = 60

/** The receipt on one A4 page, with the same lines as the page. */
export async function receiptPdf(receipt: Receipt, language: Language): Promise<Buffer> {
  const lines = receiptLines(receipt, language)
  const pdf = new PdfKit({
    size: 'A4',
    margin: 32,
    lang: languageTag(language),
    displayTitle: true,
    info: { Title: lines.title, Author: 'Trilho' },
  })
  if (lines.test !== null) drawTest(pdf, lines.test)
  drawSummary(pdf, lines)
  for (const section of lines.sections) drawSection(pdf, section)
  pdf.end()
  return buffer(pdf)
}

/** Of a sandbox: across the top of the page and, pale, across amount and details. */
function drawTest(pdf: Pdf, { mark, meaning }: NonNullable<ReceiptLines['test']>) {
  const { width: across } = pdf.page
  pdf.rect(0, 0, across, bandHeight).fill('#fdf0db')
  inStyle(pdf, 'test').text(plain(`${mark}. ${meaning}`), 0, 10, { width: across, align: 'center' })
  for (const y of markHeights) {
    pdf.save().rotate(-28, { origin: [across / 2, y] })
    inStyle(pdf, 'mark').fillOpacity(0.13)
    pdf.text(plain(mark), 0, y - 28, { width: across, align: 'center', lineBreak: false })
    pdf.restore()
  }
}

function drawSummary(pdf: Pdf, { title, state, amount, date, timeZone, returned }: ReceiptLines) {
  inStyle(pdf, 'brand').text('Trilho', left, top)
  inStyle(pdf, 'title').moveDown(1.6).text(plain(title), { width })
  inStyle(pdf, returned === null ? 'completed' : 'returned')
    .moveDown(0.2)
    .text(plain(state), { width })
  inStyle(pdf, returned === null ? 'amount' : 'amountReturned').moveDown(0.25)
  pdf.text(plain(amount), { width, strike: returned !== null })
  inStyle(pdf, 'date').text(plain(`${date} ${timeZone}`), { width })
  if (returned !== null) inStyle(pdf, 'returnedOn').moveDown(0.6).text(plain(returned), { width })
}

function drawSection(pdf: Pdf, { heading, lines }: Section) {
  inStyle(pdf, 'heading').text(plain(heading), left, drawRule(pdf), { width })
  for (const [label, value] of lines) {
    const y = pdf.y + 7
    const options = { width: width - labelWidth, height: maxValueHeight, ellipsis: true }
    inStyle(pdf, 'label').text(plain(label), left, y, { width: labelWidth - 12 })
    inStyle(pdf, 'value').text(plain(value), left + labelWidth, y, options)
  }
}

function inStyle(pdf: Pdf, style: keyof typeof styles): Pdf {
  const [font, size, color] = styles[style]
  return pdf.font(font).fontSize(size).fillColor(color)
}

/** A line across, and where to go on below it. */
function drawRule(pdf: Pdf): number {
  const y = pdf.y + 17
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.75)
    .strokeColor(rule)
    .stroke()
  return y + 15
}

/** Helvetica knows Western letters only. Others lose their accents, or become a question mark; none may fail. */
const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^ -~\u00a0-\u00ff\u20ac\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2122]/gu, foreign)
const foreign = (character: string) =>
  /[\p{M}\p{Cf}]/u.test(character) ? '' : character.normalize('NFKD').replace(/[^ -~]/g, '') || '?'
