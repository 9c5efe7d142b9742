import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { barsOfSvg, decodeBars } from '../../../../test/kit/decode-bars.ts'
import { barcodeMm, barcodeSvg, barsOf } from './draw-barcode.ts'

const barcode = '34196102600000003501099089627460513984203000'

test('the drawn bars are the 44 digits of the barcode, whatever they are', async () => {
  expect(decodeBars(barsOfSvg(await barcodeSvg(barcode)))).toBe(barcode)
  const code = fc.stringMatching(/^\d{44}$/)
  await fc.assert(fc.asyncProperty(code, async text => decodeBars((await barsOf(text)).bars) === text))
})

test('the picture has the shape of a printed slip, black on white, with white beside the bars', async () => {
  const svg = await barcodeSvg(barcode)
  const { width, bars } = await barsOf(barcode)
  const [x, , across, down] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  expect([x, across]).toEqual([-10, width + 20])
  expect((down ?? 0) - 20).toBeCloseTo((width * barcodeMm.height) / barcodeMm.width, 0)
  expect([bars.at(0)?.x, (bars.at(-1)?.x ?? 0) + (bars.at(-1)?.width ?? 0)]).toEqual([0, width])
  expect(svg).toMatch(/^<svg[^>]+><path fill="#fff"/)
})
