import { median } from './measure.ts'

export type Pair<Turn> = readonly [Turn, Turn]

/**
 * Two sides in one scenario, the second relative to the first. They alternate, so that other load on the machine
 * affects both.
 */
export async function inTurns<Turn extends { rate: number }>(
  name: string,
  sides: Pair<() => Promise<Turn>>,
  turns: number,
): Promise<Pair<Turn>[]> {
  const done: Pair<Turn>[] = []
  for (let i = 0; i < turns; i++) {
    const pair = await takeBoth(sides, i % 2 === 1)
    process.stdout.write(`${i + 1} ${name}: ${pair.map(({ rate }) => Math.round(rate)).join(' → ')}\n`)
    done.push(pair)
  }
  return done
}

/** Alternates the order: the second side finds the caches of the first. */
async function takeBoth<Turn>([first, second]: Pair<() => Promise<Turn>>, isBack: boolean): Promise<Pair<Turn>> {
  if (!isBack) return [await first(), await second()]
  const taken = await second()
  return [await first(), taken]
}

/** Both medians, and the median of the pairs' ratios with their lower and upper quartile. */
export function changeOf<Turn>(done: Pair<Turn>[], of: (turn: Turn) => number): [medians: string, ratio: string] {
  const [first, second] = [0, 1].map(side => Math.round(median(done.map(pair => of(pair[side] as Turn)))))
  const ratios = done.map(pair => of(pair[1]) / of(pair[0])).toSorted((a, b) => a - b)
  const [lower, upper] = [Math.floor((ratios.length - 1) / 4), Math.ceil(((ratios.length - 1) * 3) / 4)]
  const [least, most] = [ratios[lower]?.toFixed(2), ratios[upper]?.toFixed(2)]
  return [`${first} → ${second}`, `${median(ratios).toFixed(2)} (${least} to ${most})`]
}

export const markdownTable = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
