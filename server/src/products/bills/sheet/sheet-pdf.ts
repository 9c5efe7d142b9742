import { buffer } from 'node:stream/consumers'
import PdfKit from 'pdfkit'
import { type Language, languageTag } from '../../../platform/http/languages.ts'
import { qrRuns } from '../../pix/qr-image.ts'
import {
  type Pdf,
  type Style,
  amber,
  drawBrand,
  drawLine,
  drawTest,
  green,
  ink,
  plain,
  quiet,
  write,
} from '../../receipts/pdf-look.ts'
import { drawSlip, slipHeight } from './draw-slip.ts'
import { type Line, type Sheet, type SheetInput, sheetOf } from './sheet.ts'
import { say } from './texts.ts'

const quietSmall: Style = ['Helvetica', 9, quiet]
const small: Style = ['Helvetica', 9, ink]
const strong: Style = ['Helvetica-Bold', 9, ink]
const heading: Style = ['Helvetica-Bold', 10.5, ink]
const name: Style = ['Helvetica-Bold', 15, ink]
const amountStyle: Style = ['Helvetica-Bold', 26, ink]
const dueStyle: Style = ['Helvetica-Bold', 16, ink]
const code: Style = ['Courier', 6.5, ink]
const stateColors = { due: quiet, late: amber, good: green, over: amber } as const satisfies Record<
  Sheet['look'],
  string
>

const left = 40
const top = 50
const width = 515
/** What is billed at the left, the QR code at the right. */
const factsWidth = 292
const pixLeft = left + factsWidth + 28
const pixWidth = width - factsWidth - 28
const qrSize = 150
const pageHeight = 841.89
const bottom = 36

/** A bill on one sheet of A4: what is owed and why, the QR code, and the boleto where there is one. */
export async function sheetPdf(input: SheetInput, language: Language): Promise<Buffer> {
  const sheet = sheetOf(input, language)
  const pdf = new PdfKit({
    size: 'A4',
    margin: 0,
    lang: languageTag(language),
    displayTitle: true,
    info: { Title: plain(`${sheet.title}, ${sheet.merchant.name}`), Author: 'Trilho' },
  })
  if (sheet.test !== null) drawTest(pdf, sheet.test, [200, 420, 680])
  const y = drawTop(pdf, sheet, language)
  drawFacts(pdf, sheet, language, y)
  if (sheet.qrCode !== null) drawPix(pdf, sheet.qrCode, language, y)
  const slipTop = pageHeight - bottom - slipHeight
  if (sheet.slip !== null) {
    drawCut(pdf, language, slipTop - 14)
    await drawSlip(pdf, sheet.slip, { left, top: slipTop, width })
  }
  write(pdf, ['Helvetica', 7.5, quiet])
  oneLiner(pdf, say('orOnline', language, { url: sheet.url }), left, sheet.slip === null ? 808 : slipTop - 30, width)
  pdf.end()
  return buffer(pdf)
}

/** Who is paid, how much and by when. Returns where the rest begins. */
function drawTop(pdf: Pdf, sheet: Sheet, language: Language): number {
  drawBrand(pdf, left, top)
  write(pdf, ['Helvetica', 11, quiet]).text(plain(sheet.title), left, top + 2, { width, align: 'right' })
  write(pdf, name)
  oneLiner(pdf, sheet.merchant.name, left, top + 32, width)
  write(pdf, quietSmall)
  oneLiner(pdf, sheet.merchant.number, left, top + 51, width)
  drawLine(pdf, left, width, top + 72)
  const y = top + 84
  write(pdf, quietSmall)
  oneLiner(pdf, sheet.amountLabel, left, y, factsWidth)
  oneLiner(pdf, say('dueDate', language), pixLeft, y, pixWidth)
  write(pdf, amountStyle)
  const size = amountStyle[1] * Math.min(1, factsWidth / pdf.widthOfString(sheet.amount))
  pdf.fontSize(size).text(plain(sheet.amount), left, y + 14, { width: factsWidth, lineBreak: false })
  write(pdf, dueStyle).text(sheet.dueDate, pixLeft, y + 15, { width: pixWidth })
  write(pdf, quietSmall)
  oneLiner(pdf, sheet.payableUntil, pixLeft, y + 36, pixWidth)
  write(pdf, ['Helvetica-Bold', 10, stateColors[sheet.look]])
  oneLiner(pdf, sheet.state, left, y + 46, width)
  drawLine(pdf, left, width, y + 66)
  return y + 78
}

/** Who is to pay, what for, how the amount is made up, and what changes it. */
function drawFacts(pdf: Pdf, sheet: Sheet, language: Language, from: number): void {
  pdf.y = from - partGap
  if (sheet.payer.length > 0) {
    begin(pdf, say('payer', language))
    for (const line of sheet.payer) writeLine(pdf, line, small)
  }
  begin(pdf, say('details', language))
  for (const line of sheet.details) drawPair(pdf, line, { isSum: false })
  if (sheet.parts.length > 0) {
    begin(pdf, say('madeUp', language))
    for (const [i, line] of sheet.parts.entries())
      drawPair(pdf, line, { isSum: true, isLast: i === sheet.parts.length - 1 })
  }
  if (sheet.terms.length > 0 && sheet.slip === null) {
    begin(pdf, say('terms', language))
    for (const line of sheet.terms) writeLine(pdf, line, small)
  }
}

function begin(pdf: Pdf, words: string): void {
  const y = pdf.y + partGap
  write(pdf, heading)
  oneLiner(pdf, words, left, y, factsWidth)
  pdf.y = y + 16
}

const rowHeight = 13
const partGap = 9

function writeLine(pdf: Pdf, text: string, style: Style): void {
  write(pdf, style)
  const { y } = pdf
  oneLiner(pdf, text, left, y, factsWidth)
  pdf.y = y + rowHeight
}

const labelWidth = 76
const sumWidth = 92

function drawPair(
  pdf: Pdf,
  [label, value]: Line,
  { isSum, isLast = false }: { isSum: boolean; isLast?: boolean },
): void {
  const { y } = pdf
  const besides = isSum ? factsWidth - sumWidth : labelWidth
  write(pdf, isLast ? strong : quietSmall)
  oneLiner(pdf, label, left, y, besides - 6)
  write(pdf, isLast ? strong : small)
  oneLiner(pdf, value, left + besides, y, factsWidth - besides, isSum ? 'right' : 'left')
  pdf.y = y + rowHeight
}

function drawPix(pdf: Pdf, qrCode: string, language: Language, y: number): void {
  write(pdf, heading)
  oneLiner(pdf, say('pix', language), pixLeft, y, pixWidth)
  const { size, runs } = qrRuns(qrCode)
  const module = qrSize / size
  for (const run of runs) pdf.rect(pixLeft + run.x * module, y + 18 + run.y * module, run.width * module, module)
  pdf.fill('#000000')
  write(pdf, ['Helvetica', 8, quiet]).text(plain(say('pixIntro', language)), pixLeft, y + qrSize + 28, {
    width: pixWidth,
  })
  write(pdf, ['Helvetica-Bold', 8, ink]).text(plain(say('code', language)), pixLeft, pdf.y + 5, { width: pixWidth })
  write(pdf, code).text(plain(qrCode), pixLeft, pdf.y + 3, { width: pixWidth, height: 60, ellipsis: true })
}

/** Where the slip is cut off. */
function drawCut(pdf: Pdf, language: Language, y: number): void {
  write(pdf, ['Helvetica', 6.5, quiet]).text(plain(say('cutHere', language)), left, y - 8, { width, align: 'right' })
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.5)
    .dash(3, { space: 3 })
    .strokeColor(quiet)
    .stroke()
    .undash()
}

/** A text that is cut off rather than broken. */
function oneLiner(pdf: Pdf, text: string, x: number, y: number, room: number, align: 'left' | 'right' = 'left'): void {
  pdf.text(plain(text), x, y, { width: room, height: pdf.currentLineHeight(), ellipsis: true, align })
}
