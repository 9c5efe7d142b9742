/** A step is 1, 2 or 5 with zeros: what people read beside a chart without thinking. */
const steps = [1, 2, 5, 10]
const mostSteps = 5

/** From zero to the first round number that is not below `highest`. */
export function roundTicks(highest: number): number[] {
  if (!(highest > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(highest / mostSteps))
  const step = power * (steps.find(each => each * power * mostSteps >= highest) ?? 10)
  const count = Math.ceil(highest / step)
  // Counted up and divided again, so that 3 × 0.1 is 0.3.
  return Array.from({ length: count + 1 }, (_, at) => Number((at * step).toPrecision(12)))
}
