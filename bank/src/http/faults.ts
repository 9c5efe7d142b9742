/** What is to go wrong with coming calls, by command only. */
export type Fault = {
  kind:
    | 'wait, then act'
    | 'act, then wait'
    | 'drop'
    | 'act, then cut'
    | 'too many requests'
    | 'server error'
    | 'act, then server error'
    | 'malformed'
    | 'not found'
  /** How many calls it meets, */
  times: number
  /** and which: by partner, method, and a part of the path. */
  partner?: string
  method?: string
  path?: string
  ms?: number
  status?: number
  retryAfterSeconds?: number
}

export const faultKinds: Fault['kind'][] = [
  'wait, then act',
  'act, then wait',
  'drop',
  'act, then cut',
  'too many requests',
  'server error',
  'act, then server error',
  'malformed',
  'not found',
]

/** The first fault that is meant for the call, if any; it is used up by it. */
export function takeFault(faults: Fault[], call: { partner: string; method: string; path: string }): Fault | null {
  const at = faults.findIndex(
    ({ partner = call.partner, method = call.method, path = '' }) =>
      partner === call.partner && method === call.method && call.path.includes(path),
  )
  const fault = faults[at]
  if (!fault) return null
  fault.times--
  if (fault.times <= 0) faults.splice(at, 1)
  return { ...fault }
}
