/** Thick and thin of each digit, by the definition of 2 of 5. */
const digits = ['nnwwn', 'wnnnw', 'nwnnw', 'wwnnn', 'nnwnw', 'wnwnn', 'nwwnn', 'nnnww', 'wnnwn', 'nwnwn']

/** Reads drawn bars as a scanner does, interleaved 2 of 5; bars from left to right, in any unit. */
export function decodeBars(bars: readonly { x: number; width: number }[]): string {
  const thin = Math.min(...bars.map(({ width }) => width))
  const spaces = bars.slice(1).map(({ x }, i) => x - ((bars[i]?.x ?? 0) + (bars[i]?.width ?? 0)))
  const widths = bars.flatMap(({ width }, i) => [width, spaces[i] ?? 0]).slice(0, -1)
  const elements = widths.map(width => elementOf(width / thin)).join('')
  const [, pairs] = /^nnnn((?:.{10})+)wnn$/.exec(elements) ?? []
  if (pairs === undefined) throw new Error(`no start, no stop or half a pair: ${elements}`)
  return Array.from(pairs.matchAll(/.{10}/g), ([pair]) => pairOf(pair)).join('')
}

/** Thick is three times as wide as thin; what is in between cannot be read. */
function elementOf(times: number): string {
  if (Math.abs(times - 1) < 0.05) return 'n'
  if (Math.abs(times - 3) < 0.05) return 'w'
  throw new Error(`neither thin nor thick: ${times}`)
}

/** The bars of a pair are its first digit, the spaces between them its second. */
function pairOf(pair: string): string {
  const every = (from: number) => [0, 2, 4, 6, 8].map(at => pair[at + from]).join('')
  const [first, second] = [digits.indexOf(every(0)), digits.indexOf(every(1))]
  if (first === -1 || second === -1) throw new Error(`no pair of digits: ${pair}`)
  return `${first}${second}`
}

/** The bars of a drawn SVG. */
export const barsOfSvg = (svg: string) =>
  Array.from(svg.matchAll(/M([\d.]+) 0h([\d.]+)v/g), ([, x, width]) => ({ x: Number(x), width: Number(width) }))
