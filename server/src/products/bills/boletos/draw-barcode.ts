import type { DrawingContext } from 'bwip-js/generic'

/** The bars of a barcode, in widths of its thinnest one. */
export type Bars = { width: number; bars: { x: number; width: number }[] }

/** Printed, the bars of a boleto are 103 by 13 millimetres. */
export const barcodeMm = { width: 103, height: 13 } as const

/** The 44 digits as interleaved 2 of 5, thick bars three times as wide as thin ones. The library is loaded for the first one. */
export async function barsOf(barcode: string): Promise<Bars> {
  const { interleaved2of5 } = await import('bwip-js/generic')
  return interleaved2of5({ bcid: 'interleaved2of5', text: barcode, scaleX: scale, scaleY: scale }, collector())
}

/** The library draws in whole pixels, and a bar by its middle: with two of them for the thinnest bar nothing is rounded. */
const scale = 2

/** Takes the place of a picture. */
function collector(): DrawingContext<Bars> {
  const drawn: Bars = { width: 0, bars: [] }
  return {
    scale: (x, y) => [x, y],
    measure: () => ({ width: 0, ascent: 0, descent: 0 }),
    init(width) {
      drawn.width = width / scale
    },
    line(x, _y, _untilX, _untilY, width) {
      drawn.bars.push({ x: (x - width / 2) / scale, width: width / scale })
    },
    polygon: refuse,
    hexagon: refuse,
    ellipse: refuse,
    fill: refuse,
    text: refuse,
    end: () => ({ ...drawn, bars: drawn.bars.toSorted((a, b) => a.x - b.x) }),
  }
}

function refuse(): never {
  throw new Error('a barcode has bars only')
}

/** So much white is left and right of it, in widths of the thinnest bar: readers need it. */
const quietZone = 10

/** Black on white in any colours of the page. */
export async function barcodeSvg(barcode: string): Promise<string> {
  const { width, bars } = await barsOf(barcode)
  const height = Math.round((width * barcodeMm.height) / barcodeMm.width)
  const path = bars.map(bar => `M${bar.x} 0h${bar.width}v${height}h-${bar.width}z`).join('')
  const [across, down] = [width + 2 * quietZone, height + 2 * quietZone]
  const paper = `<path fill="#fff" d="M${-quietZone} ${-quietZone}h${across}v${down}h${-across}z"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-quietZone} ${-quietZone} ${across} ${down}">${paper}<path d="${path}"/></svg>`
}
