import type { RailsCheck } from '../rails.ts'
import { checkSubjects, checkWords } from '../words.ts'
import { type Answer, type Ask, type Bank, nullIfAway, requestMs } from './bank.ts'
import type { Dialect } from './dialect.ts'
import { fieldsOf, textOf } from './reading.ts'
import { refusalIn } from './refusals.ts'
import { missingScopes } from './scopes.ts'
import { NoToken } from './token.ts'

type Subject = keyof typeof checkSubjects
type Verdict = keyof typeof checkWords

/** What goes wrong when a bank is called for the first time, by what Node or the client says of it. */
const faults: [said: RegExp, fault: Verdict][] = [
  [/ENOTFOUND|EAI_AGAIN/, 'unknownAddress'],
  [/ECONNREFUSED/, 'nobodyListens'],
  [/UNABLE_TO|SELF_SIGNED|DEPTH_ZERO/, 'notTrusted'],
  [/ECONNRESET|UND_ERR_SOCKET|EPIPE/, 'hangsUp'],
  [/ERR_SSL|ERR_OSSL|ALERT/, 'refusesCertificate'],
  [/Timeout|TIMEDOUT|Abort/, 'noAnswer'],
  [/HTTP 429|its limit of calls/, 'tooMany'],
  [/HTTP 5\d\d/, 'bankFault'],
  [/for a while/, 'circuitOpen'],
]

/** Answers that are refusals, whatever was asked; any other below 300 must be of the API. */
const refusals: [from: number, until: number, verdict: Verdict][] = [
  [300, 399, 'moved'],
  [401, 401, 'noAccess'],
  [403, 403, 'noScope'],
  [404, 405, 'wrongPath'],
  [410, 410, 'wrongPath'],
  [400, 499, 'refusesQuestion'],
]

/** Banks that give a token to nobody: what OAuth calls it, or the status where it says nothing. */
const tokenRefusals: [said: RegExp, verdict: Verdict][] = [
  [/invalid_scope|insufficient_scope/, 'scopeRefused'],
  [/invalid_client|unauthorized_client|access_denied|HTTP 40[13]/, 'noAccess'],
  [/HTTP 404/, 'wrongPath'],
  [/HTTP 3\d\d/, 'moved'],
  [/HTTP 2\d\d/, 'notTheApi'],
  [/./, 'tokenRefused'],
]

const fine = new Set<Verdict>([
  'answers',
  'refusesEmpty',
  'failsAtEmpty',
  'noCallbackYet',
  'receivesOnly',
  'noBills',
  'noBoletos',
])

/** What is asked, and which of the answers below 300 are of the API: a wrong host may answer anything with its own page. */
type Question = {
  subject: Subject
  url: string
  of?: Bank
  method?: 'GET' | 'PUT'
  isOfApi: (body: unknown) => boolean
}

/** No charge has this id. */
const noTxid = '0'.repeat(32)

/** Calls a bank once for each thing it must let us do, and says what fails and how to fix it. It changes nothing. */
export async function checkBank(
  bank: Bank,
  dialect: Dialect,
  { initiator, dueBank, boletoBank }: Record<'initiator' | 'dueBank' | 'boletoBank', Bank | null>,
  now: Date,
): Promise<RailsCheck[]> {
  const { settings, urls } = bank
  const { pixKey, payoutUrl } = settings
  const stamp = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
  const period = new URLSearchParams({ inicio: stamp(now.getTime() - 60_000), fim: stamp(now.getTime()) })
  const payoutsAt = dialect.payoutProbe
  const questions: Question[] = [
    { subject: 'received', url: `${urls.pix}?${period}`, isOfApi: has('parametros', 'pix') },
    // Not every bank lists charges: one that cannot exist is asked for.
    { subject: 'charges', url: `${urls.charge}/${noTxid}`, isOfApi: has('txid', 'status') },
    // Without amount and key no bank makes a charge: the right path refuses it, and a wrong one is not there.
    { subject: 'newCharges', url: `${urls.createCharge}/${noTxid}`, method: 'PUT', isOfApi: () => false },
    ...(dueBank === null ? [] : dueQuestions(dueBank)),
    ...(boletoBank === null ? [] : boletoQuestions(boletoBank, dialect)),
    { subject: 'callbacks', url: `${urls.webhook}/${dialect.keyInPath(pixKey)}`, isOfApi: has('webhookUrl') },
    ...(payoutUrl === null || payoutsAt === null
      ? []
      : [{ subject: 'payouts', url: payoutUrl + payoutsAt.path(now), isOfApi: has() } as const]),
    ...(initiator === null ? [] : initiationQuestions(initiator, now)),
  ]
  const asked = await Promise.all(questions.map(ask))
  const isReadable = asked.some(({ subject, verdict }) => subject === 'received' && verdict === 'answers')
  const lines = asked.map(one => withKnownAbsence(one, isReadable))
  const noToken = lines.find(({ subject }) => subject === 'token')
  // Bills and boletos have tokens of their own: without the other they say nothing more.
  const others = lines.filter(
    ({ subject, verdict }) => subject !== 'token' && !(noToken && (verdict === 'noBills' || verdict === 'noBoletos')),
  )
  const lacking = lines.some(({ answer }) => answer !== undefined) ? await askScopes() : []
  const only =
    payoutUrl === null && dialect.payouts !== null
      ? [{ subject: 'payouts', verdict: 'receivesOnly', asked: '', came: '' } as const]
      : []
  return [...(noToken === undefined ? [] : [noToken]), ...lacking, ...others, ...only].map(toLine)

  /** A bank may give a token with less than is needed, which no question would show: nothing is refunded or sent here. */
  async function askScopes(): Promise<CheckLine[]> {
    const granted = await bank.grantedScopes().catch(nullIfAway)
    const missing = granted === null ? [] : missingScopes(granted, dialect, settings)
    if (missing.length === 0) return []
    const came = `a token without ${missing.join(' ')}`
    return [{ subject: 'scopes', verdict: 'noScope', asked: `POST ${settings.tokenUrl}`, came }]
  }

  /** Some things are not there yet and the bank says so itself: no callback URL, no payout under the id of a test. */
  function withKnownAbsence(line: CheckLine, isPixThere: boolean): CheckLine {
    const { subject, verdict, answer } = line
    if (answer === undefined || !['wrongPath', 'refusesQuestion'].includes(verdict)) return line
    // Beside payments that are there, a 404 is of the thing itself, unless the bank says in the standard's words that it is not.
    const isBeside = (url: string) =>
      isPixThere && folderOf(url) === folderOf(urls.pix) && !/\/NaoEncontrado\b/.test(kindOf(answer))
    const isAbsent = dialect.isNotFound(answer)
    if (subject === 'callbacks' && isAbsent && (isBeside(urls.webhook) || /webhook/i.test(kindOf(answer))))
      return { ...line, verdict: 'noCallbackYet' }
    const isNew = subject === 'newCharges' || subject === 'newDueCharges'
    if (isNew && refusalIn(answer) !== null) return { ...line, verdict: 'refusesEmpty' }
    const isCharges = subject === 'charges' || subject === 'dueCharges'
    const isAnswered =
      (isCharges && isAbsent && (isBeside(urls.charge) || /cob/i.test(kindOf(answer)))) ||
      (subject === 'payouts' && payoutsAt?.isAbsence(answer) === true) ||
      (subject === 'boletos' && dialect.boletos?.probe?.isAbsence(answer) === true) ||
      (subject.startsWith('initiation') && /nao_encontrad/.test(kindOf(answer)))
    if (isAnswered) return { ...line, verdict: 'answers' }
    return subject === 'boletos' && refusalIn(answer) !== null ? { ...line, verdict: 'wrongContract' } : line
  }

  async function ask({ subject, url, of = bank, method = 'GET', isOfApi }: Question): Promise<CheckLine> {
    const empty = method === 'PUT' ? { body: {}, isOptional: true } : {}
    const call: Ask = { operation: 'check', method, url, ...empty, signal: AbortSignal.timeout(requestMs) }
    const asked = `${method} ${url.replace(/\?.*/, '')}${method === 'PUT' ? ' with an empty body' : ''}`
    try {
      const answer = await of.call(call)
      const came = `HTTP ${answer.status}${wordsIn(answer)}`
      const refusal = refusals.find(([from, until]) => answer.status >= from && answer.status <= until)?.[2]
      const lacking = refusal === 'noScope' ? notGranted(subject) : null
      if (lacking !== null) return { subject, verdict: lacking, asked, came }
      const isAnswered = isOfApi(answer.body) || (subject === 'boletos' && answer.status === 204)
      return { subject, verdict: refusal ?? (isAnswered ? 'answers' : 'notTheApi'), asked, came, answer }
    } catch (error) {
      const came = (error as Error).message.replace(/^the bank is away: /, '')
      if (error instanceof NoToken) {
        const verdict = tokenRefusals.find(([said]) => said.test(came))?.[1] ?? 'tokenRefused'
        // Where the other token is given, it is not about who asks: banks refuse what is not contracted in several ways.
        const isNotGranted = verdict === 'scopeRefused' || (subject === 'boletos' && error.status < 500)
        const missing = isNotGranted ? notGranted(subject) : null
        if (missing !== null) return { subject, verdict: missing, asked, came }
        return { subject: 'token', verdict, asked: `POST ${of.settings.tokenUrl}`, came }
      }
      // A bank may fail at a body that it does not expect: that says nothing of charges as they are.
      if (method === 'PUT' && came === 'HTTP 500') return { subject, verdict: 'failsAtEmpty', asked, came }
      return { subject, verdict: faults.find(([said]) => said.test(came))?.[1] ?? 'bankFault', asked, came }
    }
  }
}

type CheckLine = { subject: Subject; verdict: Verdict; asked: string; came: string; answer?: Answer }

const folderOf = (url: string): string => url.replace(/[^/]*$/, '')

const toLine = ({ subject, verdict, asked, came }: CheckLine): RailsCheck => ({
  what: checkSubjects[subject][1],
  isFine: fine.has(verdict),
  asked,
  came,
  words: checkWords[verdict][1],
})

/** Not every application is granted these, and none needs them for other charges. Null: it must be granted. */
function notGranted(subject: Subject): Verdict | null {
  if (subject === 'boletos') return 'noBoletos'
  return subject === 'dueCharges' || subject === 'newDueCharges' ? 'noBills' : null
}

function boletoQuestions(of: Bank, { boletos }: Dialect): Question[] {
  const { payoutUrl } = of.settings
  if (payoutUrl === null || !boletos?.probe) return []
  return [{ subject: 'boletos', url: payoutUrl + boletos.probe.path(of.settings), of, isOfApi: has() }]
}

function dueQuestions(of: Bank): Question[] {
  const url = `${of.settings.pixUrl}/cobv/${noTxid}`
  return [
    { subject: 'dueCharges', url, of, isOfApi: has('txid', 'status') },
    { subject: 'newDueCharges', url, of, method: 'PUT', isOfApi: () => false },
  ]
}

function initiationQuestions(initiator: Bank, now: Date): Question[] {
  const url = initiator.settings.initiation?.url ?? ''
  const day = now.toISOString().slice(0, 10)
  const days = new URLSearchParams({ inicio: day, fim: day })
  return [
    { subject: 'institutions', url: `${url}/participantes`, of: initiator, isOfApi: has() },
    { subject: 'initiations', url: `${url}/pagamentos/pix?${days}`, of: initiator, isOfApi: has() },
    { subject: 'initiationAddresses', url: `${url}/config`, of: initiator, isOfApi: has() },
  ]
}

/** JSON with one of these fields; none named: any JSON object. */
const has =
  (...fields: string[]) =>
  (body: unknown): boolean =>
    typeof body === 'object' && body !== null && (fields.length === 0 || fields.some(field => field in body))

/** By what name a bank calls an error, not its sentence: that may repeat the address. */
const kindOf = ({ body }: Answer): string => {
  const { type, nome, title } = fieldsOf(body)
  return [type, nome, title].map(value => textOf(value) ?? '').join(' ')
}

/** The bank's own words on what it refuses, which say more than a status. */
function wordsIn({ status, body }: Answer): string {
  const { detail, mensagem, message, error_description: description, title } = fieldsOf(body)
  const said = [detail, mensagem, message, description, title].map(textOf).find(text => text !== null) ?? null
  return status < 300 || said === null ? '' : `, "${said.slice(0, 200)}"`
}
