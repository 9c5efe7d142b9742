import type { RailsCheck } from '../rails.ts'
import { checkSubjects, checkWords } from '../words.ts'
import { type Bank, requestMs } from './bank.ts'

/** What goes wrong when a bank is called for the first time, by what Node says of it. */
const faults: [said: RegExp, fault: keyof typeof checkWords][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'unknownAddress'],
  [/ECONNREFUSED/, 'nobodyListens'],
  [/UNABLE_TO|SELF_SIGNED|DEPTH_ZERO/, 'notTrusted'],
  [/ECONNRESET|UND_ERR_SOCKET|EPIPE/, 'hangsUp'],
  [/ERR_SSL|ERR_OSSL|ALERT/, 'refusesCertificate'],
  [/Timeout|TIMEDOUT|Abort/, 'noAnswer'],
  [/HTTP 401|no token/, 'noAccess'],
]

const say = (key: keyof typeof checkWords): string => checkWords[key][1]

/** Calls a bank once for each thing it must let us do, and says what fails and how to mend it. It changes nothing. */
export async function checkBank(bank: Bank, initiator: Bank | null, now: Date): Promise<RailsCheck[]> {
  const { pixUrl, pixKey } = bank.settings
  const stamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
  const period = new URLSearchParams({ inicio: stamp(now.getTime() - 60_000), fim: stamp(now.getTime()) })
  const lines = [
    line('received', `${pixUrl}/pix?${period}`),
    line('charges', `${pixUrl}/cob?${period}`),
    line('callbacks', `${pixUrl}/webhook/${encodeURIComponent(pixKey)}`),
  ]
  if (initiator === null) return Promise.all(lines)
  const url = initiator.settings.initiation?.url ?? ''
  const day = now.toISOString().slice(0, 10)
  return Promise.all([
    ...lines,
    line('institutions', `${url}/participantes`, initiator),
    line('initiations', `${url}/pagamentos/pix?${new URLSearchParams({ inicio: day, fim: day })}`, initiator),
    line('initiationAddresses', `${url}/config`, initiator),
  ])

  async function line(subject: keyof typeof checkSubjects, url: string, asked = bank): Promise<RailsCheck> {
    const what = checkSubjects[subject][1]
    try {
      const { status } = await asked.call({
        operation: 'check',
        method: 'GET',
        url,
        signal: AbortSignal.timeout(requestMs),
      })
      if (status === 403) return { what, isFine: false, words: say('noScope') }
      if (status === 401) return { what, isFine: false, words: say('noAccess') }
      return { what, isFine: true, words: `${say('answers')} (HTTP ${status})` }
    } catch (error) {
      const said = (error as Error).message
      const fault = faults.find(([pattern]) => pattern.test(said))?.[1]
      return { what, isFine: false, words: fault === undefined ? said : say(fault) }
    }
  }
}
