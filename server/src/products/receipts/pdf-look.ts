import type PdfKit from 'pdfkit'
import { logoLines } from '../../platform/http/html.ts'

/** What everything on paper has in common: receipts, and statements of a month. */

export type Pdf = InstanceType<typeof PdfKit>

export const ink = '#14211d'
export const green = '#0b6b4c'
export const amber = '#8a4b00'
export const quiet = '#55645e'
const rule = '#dde4e1'

export type Style = readonly [font: string, size: number, color: string]

export const write = (pdf: Pdf, [font, size, color]: Style): Pdf => pdf.font(font).fontSize(size).fillColor(color)

const logoSize = 20
const bandHeight = 30
const test: Style = ['Helvetica-Bold', 10, amber]
const mark: Style = ['Helvetica-Bold', 54, amber]

export function drawBrand(pdf: Pdf, left: number, top: number): void {
  pdf
    .save()
    .translate(left, top - 5)
    .scale(logoSize / 32)
  pdf.roundedRect(0, 0, 32, 32, 8).fill(green)
  pdf.path(logoLines).lineWidth(2.2).lineCap('round').stroke('#ffffff')
  pdf.restore()
  write(pdf, ['Helvetica-Bold', 14, ink]).text('Trilho', left + logoSize + 7, top)
}

/** Of a sandbox: across the top of the page and, pale, across what it says. */
export function drawTest(pdf: Pdf, words: { mark: string; meaning: string }, heights: readonly number[]): void {
  const { width: across } = pdf.page
  pdf.rect(0, 0, across, bandHeight).fill('#fdf0db')
  write(pdf, test).text(plain(`${words.mark}. ${words.meaning}`), 0, 10, { width: across, align: 'center' })
  for (const y of heights) {
    pdf.save().rotate(-28, { origin: [across / 2, y] })
    write(pdf, mark).fillOpacity(0.13)
    pdf.text(plain(words.mark), 0, y - 28, { width: across, align: 'center', lineBreak: false })
    pdf.restore()
  }
}

export const drawLine = (pdf: Pdf, left: number, width: number, y: number): Pdf =>
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .lineWidth(0.75)
    .strokeColor(rule)
    .stroke()

/** Helvetica knows Western letters only. Others lose their accents, or become a question mark; none may fail. */
export const plain = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^ -~\u00a0-\u00ff\u20ac\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2122]/gu, foreign)
const foreign = (character: string) =>
  /[\p{M}\p{Cf}]/u.test(character) ? '' : character.normalize('NFKD').replace(/[^ -~]/g, '') || '?'
