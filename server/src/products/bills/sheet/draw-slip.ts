import { bankWithDigit } from '../../../platform/brazil/boleto.ts'
import { institutionByCode } from '../../../platform/brazil/institutions.ts'
import { type Pdf, type Style, ink, plain, quiet, write } from '../../receipts/pdf-look.ts'
import { barcodeMm, barsOf } from '../boletos/draw-barcode.ts'
import type { Slip } from './sheet.ts'
import { slipTexts as texts } from './texts.ts'

const labelStyle: Style = ['Helvetica', 6, quiet]
const valueStyle: Style = ['Helvetica', 8.5, ink]
const strongStyle: Style = ['Helvetica-Bold', 9, ink]
const bankStyle: Style = ['Helvetica-Bold', 13, ink]
const lineStyle: Style = ['Helvetica-Bold', 11.5, ink]

const pointsPerMm = 72 / 25.4
const headHeight = 22
const rowHeight = 24
const instructionsHeight = 3 * rowHeight
const payerHeight = 34
const barcodeTop = 10
const barcodeHeight = barcodeMm.height * pointsPerMm
/** Readers need five millimetres of white before the first bar. */
const barcodeLeft = 5 * pointsPerMm
const amountsWidth = 140

export const slipHeight = headHeight + 3 * rowHeight + instructionsHeight + payerHeight + barcodeTop + barcodeHeight

type Place = { left: number; top: number; width: number }
type Cell = { x: number; y: number; width: number; height?: number }

/** The slip as banks print it (ficha de compensação): the bank, the typed line, the fields, and the barcode at its foot. */
export async function drawSlip(pdf: Pdf, slip: Slip, { left, top, width }: Place): Promise<void> {
  drawHead(pdf, slip, { left, top, width })
  const right = left + width - amountsWidth
  const wide = width - amountsWidth
  let y = top + headHeight
  const row = (
    cells: readonly (readonly [label: string, value: string, part: number])[],
    last: readonly [string, string],
  ) => {
    let x = left
    for (const [label, value, part] of cells) {
      drawCell(pdf, label, value, { x, y, width: wide * part })
      x += wide * part
    }
    drawCell(pdf, last[0], last[1], { x: right, y, width: amountsWidth }, 'right')
    y += rowHeight
  }
  row([[...texts.payAt, 1]], [texts.dueDate, slip.dueDate])
  row([[texts.beneficiary, slip.beneficiary, 1]], [texts.bankNumber, slip.bankNumber])
  row(
    [
      [texts.documentDate, slip.documentDate, 0.24],
      [texts.documentNumber, slip.documentNumber, 0.5],
      [...texts.currency, 0.13],
      [...texts.accepted, 0.13],
    ],
    [texts.amount, slip.amount],
  )
  drawInstructions(pdf, slip.instructions, { x: left, y, width: wide, height: instructionsHeight })
  for (const label of [texts.discount, texts.added, texts.paid]) {
    drawCell(pdf, label, '', { x: right, y, width: amountsWidth })
    y += rowHeight
  }
  drawCell(pdf, texts.payer, slip.payer, { x: left, y, width, height: payerHeight })
  write(pdf, valueStyle)
  cut(pdf, slip.payerAddress, { x: left + 4, y: y + 20, width: width - 8 })
  y += payerHeight
  await drawBars(pdf, slip.barcode, left + barcodeLeft, y + barcodeTop)
  write(pdf, labelStyle).text(plain(`${texts.receipt} - ${texts.form}`), left, y + 4, { width, align: 'right' })
}

/** The bank's name and number, and what a payer types. */
function drawHead(pdf: Pdf, { barcode, typedLine }: Slip, { left, top, width }: Place): void {
  const bankCode = barcode.slice(0, 3)
  const bankName = institutionByCode(bankCode)?.name ?? ''
  write(pdf, ['Helvetica-Bold', 10, ink])
  cut(pdf, bankName, { x: left, y: top + 8, width: 88 })
  write(pdf, bankStyle).text(bankWithDigit(bankCode), left + 92, top + 5, { width: 58, align: 'center' })
  for (const x of [left + 90, left + 152])
    pdf
      .moveTo(x, top + 2)
      .lineTo(x, top + headHeight)
      .lineWidth(1)
      .strokeColor(ink)
      .stroke()
  write(pdf, lineStyle).text(typedLine, left + 156, top + 7, { width: width - 156, align: 'right' })
  pdf
    .moveTo(left, top + headHeight)
    .lineTo(left + width, top + headHeight)
    .lineWidth(1)
    .strokeColor(ink)
    .stroke()
}

function drawCell(pdf: Pdf, label: string, value: string, cell: Cell, align: 'left' | 'right' = 'left'): void {
  const { x, y, width, height = rowHeight } = cell
  pdf.rect(x, y, width, height).lineWidth(0.5).strokeColor(ink).stroke()
  write(pdf, labelStyle)
  cut(pdf, label, { x: x + 4, y: y + 3, width: width - 8 })
  write(pdf, align === 'right' ? strongStyle : valueStyle)
  cut(pdf, value, { x: x + 4, y: y + 11, width: width - 8 }, align)
}

/** A long text is cut off rather than broken. */
function cut(pdf: Pdf, text: string, { x, y, width }: Cell, align: 'left' | 'right' = 'left'): void {
  pdf.text(plain(text), x, y, { width, height: pdf.currentLineHeight(), ellipsis: true, align })
}

function drawInstructions(pdf: Pdf, sentences: readonly string[], cell: Cell & { height: number }): void {
  drawCell(pdf, texts.instructions, '', cell)
  write(pdf, ['Helvetica', 7.5, ink])
  for (const [i, sentence] of sentences.entries())
    cut(pdf, sentence, { x: cell.x + 4, y: cell.y + 11 + i * 8.5, width: cell.width - 8 })
}

async function drawBars(pdf: Pdf, barcode: string, left: number, top: number): Promise<void> {
  const { width, bars } = await barsOf(barcode)
  const module = (barcodeMm.width * pointsPerMm) / width
  for (const bar of bars) pdf.rect(left + bar.x * module, top, bar.width * module, barcodeHeight)
  pdf.fill('#000000')
}
