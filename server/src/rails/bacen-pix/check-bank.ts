import type { RailsCheck } from '../rails.ts'
import type { Bank } from './bank.ts'

/** What goes wrong when a bank is called for the first time, by what Node says of it, and how to mend it. */
const faults: [said: RegExp, words: string][] = [
  [/ENOTFOUND|EAI_AGAIN/, "the address is unknown: look it up in the bank's documentation"],
  [/ECONNREFUSED/, 'nobody listens at the address'],
  [/UNABLE_TO|SELF_SIGNED|DEPTH_ZERO/, 'the bank\'s own certificate is not trusted here: give its authority as "ca"'],
  [
    /ECONNRESET|UND_ERR_SOCKET|EPIPE/,
    'the bank hangs up: a wrong environment, or a client certificate that is missing or not its own',
  ],
  [/ERR_SSL|ERR_OSSL|ALERT/, 'the bank refuses the client certificate: is it of this environment, and not revoked?'],
  [/Timeout|TIMEDOUT|Abort/, 'no answer in time: is the address right, and may this machine reach it?'],
  [/HTTP 401|no token/, 'client id or secret is wrong, or of another environment'],
]

/** Calls a bank once for each thing it must let us do, and says what fails and how to mend it. It changes nothing. */
export async function checkBank(bank: Bank, now: Date): Promise<RailsCheck[]> {
  const { pixUrl, pixKey } = bank.settings
  const stamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
  const period = new URLSearchParams({ inicio: stamp(now.getTime() - 60_000), fim: stamp(now.getTime()) })
  return [
    await line('payments received', `${pixUrl}/pix?${period}`),
    await line('charges', `${pixUrl}/cob?${period}`),
    await line('callbacks', `${pixUrl}/webhook/${encodeURIComponent(pixKey)}`),
  ]

  async function line(what: string, url: string): Promise<RailsCheck> {
    try {
      const { status } = await bank.call({ operation: 'check', method: 'GET', url })
      if (status === 403) return { what, isFine: false, words: 'the application lacks the scope for this at the bank' }
      if (status === 401)
        return { what, isFine: false, words: 'client id or secret is wrong, or of another environment' }
      return { what, isFine: true, words: `the bank answers (HTTP ${status})` }
    } catch (error) {
      const said = (error as Error).message
      return { what, isFine: false, words: faults.find(([fault]) => fault.test(said))?.[1] ?? said }
    }
  }
}
