/** Settings of all properties from the command line; see CONTRIBUTING.md. */
export type PropertySettings = {
  /** The seed and path that a failure has printed. */
  replay: { seed?: number; path?: string }
  /** Multiplies the runs, and the time that a test may take. */
  times: number
}

export function readPropertySettings(environment: Record<string, string | undefined>): PropertySettings {
  const { SEED: seed, PROPERTY_PATH: path, RUNS_TIMES: times = '1' } = environment
  if (seed !== undefined && !/^-?\d+$/.test(seed)) throw new RangeError(`SEED=${seed} is no whole number`)
  if (path !== undefined && seed === undefined) throw new RangeError('PROPERTY_PATH says nothing without its SEED')
  if (!/^[1-9]\d*$/.test(times)) throw new RangeError(`RUNS_TIMES=${times} is no whole number from 1`)
  return {
    replay: { ...(seed === undefined ? {} : { seed: Number(seed) }), ...(path === undefined ? {} : { path }) },
    times: Number(times),
  }
}

export const propertySettings = readPropertySettings(process.env)
