/** Settings of all properties from the command line; see CONTRIBUTING.md. */
export type PropertySettings = {
  /** The seed and path that a failure has printed. */
  replay: { seed?: number; path?: string }
  /** Multiplies the runs and the time for them; below one it makes a part of them. */
  times: number
}

export function readPropertySettings(environment: Record<string, string | undefined>): PropertySettings {
  const { SEED: seed, PROPERTY_PATH: path, RUNS_TIMES: times = '1' } = environment
  if (seed !== undefined && !/^-?\d+$/.test(seed)) throw new RangeError(`SEED=${seed} is no whole number`)
  if (path !== undefined && seed === undefined) throw new RangeError('PROPERTY_PATH says nothing without its SEED')
  if (!/^(0\.\d*[1-9]|[1-9]\d*)$/.test(times))
    throw new RangeError(`RUNS_TIMES=${times} is neither a whole number from 1 nor a part such as 0.25`)
  return {
    replay: { ...(seed === undefined ? {} : { seed: Number(seed) }), ...(path === undefined ? {} : { path }) },
    times: Number(times),
  }
}

export const propertySettings = readPropertySettings(process.env)
