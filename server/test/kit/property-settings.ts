/** What a person asks of all properties on the command line; CONTRIBUTING.md says how. */
export type PropertySettings = {
  /** Where to begin again, as a failure has printed it. */
  replay: { seed?: number; path?: string }
  /** So many times the runs, and so many times the time for them; a part of them where it is below one. */
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
