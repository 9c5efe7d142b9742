import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import { type Language, languageTag } from '../../platform/http/languages.ts'
import { type Pdf, amber, drawBrand, drawLine, drawTest, green, ink, plain, quiet, write } from './pdf-look.ts'
import type { Receipt } from './read-receipt.ts'
import { type ReceiptLines, type Section, receiptLines } from './texts.ts'

/** Everything that is printed, and how. */
const styles = {
  // style: [font, size, color]
  title: ['Helvetica', 11, quiet],
  completed: ['Helvetica-Bold', 13, green],
  returned: ['Helvetica-Bold', 13, amber],
  amount: ['Helvetica-Bold', 28, ink],
  amountReturned: ['Helvetica-Bold', 28, quiet],
  date: ['Helvetica', 10, quiet],
  returnedOn: ['Helvetica-Bold', 10, amber],
  heading: ['Helvetica-Bold', 11, ink],
  label: ['Helvetica', 10, quiet],
  value: ['Helvetica', 10, ink],
} as const

const left = 72
const top = 52
const width = 451
const labelWidth = 150
const sumLabelWidth = 300
const markHeights = [170, 430]
/** Five lines, of some 300 letters, or three where refunds are listed: so cut, the longest texts together still fit the page. */
const maxValueHeight = 60
const maxValueHeightWithSum = 36

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
  if (lines.test !== null) drawTest(pdf, lines.test, markHeights)
  drawSummary(pdf, lines)
  const height = lines.sections.some(({ isSum }) => isSum) ? maxValueHeightWithSum : maxValueHeight
  for (const section of lines.sections) drawSection(pdf, section, height)
  pdf.end()
  return buffer(pdf)
}

function drawSummary(pdf: Pdf, { title, state, amount, date, timeZone, returned, isAllReturned }: ReceiptLines) {
  drawBrand(pdf, left, top)
  pdf.x = left
  inStyle(pdf, 'title').moveDown(1.6).text(plain(title), { width })
  inStyle(pdf, returned === null ? 'completed' : 'returned')
    .moveDown(0.2)
    .text(plain(state), { width })
  inStyle(pdf, isAllReturned ? 'amountReturned' : 'amount').moveDown(0.25)
  pdf.text(plain(amount), { width, strike: isAllReturned })
  inStyle(pdf, 'date').text(plain(`${date} ${timeZone}`), { width })
  if (returned !== null) inStyle(pdf, 'returnedOn').moveDown(0.6).text(plain(returned), { width })
}

function drawSection(pdf: Pdf, { heading, lines, isSum = false }: Section, height: number) {
  inStyle(pdf, 'heading').text(plain(heading), left, drawRule(pdf), { width })
  const besides = isSum ? sumLabelWidth : labelWidth
  for (const [label, value] of lines) {
    const y = pdf.y + 7
    const options = { width: width - besides, height, ellipsis: true, align: isSum ? 'right' : 'left' } as const
    inStyle(pdf, 'label').text(plain(label), left, y, { width: besides - 12 })
    inStyle(pdf, 'value').text(plain(value), left + besides, y, options)
  }
}

const inStyle = (pdf: Pdf, style: keyof typeof styles): Pdf => write(pdf, styles[style])

/** A line across, and where to go on below it. */
function drawRule(pdf: Pdf): number {
  const y = pdf.y + 17
  drawLine(pdf, left, width, y)
  return y + 15
}
