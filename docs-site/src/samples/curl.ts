import type { Way } from './set-ups.ts'
import { printValue } from './print-value.ts'
import { type Call, type Program, partsOf } from './program.ts'

const pick = `pick() { node -pe "JSON.parse(require('fs').readFileSync(0)).data$1"; }`

/** The file with the keys is a valid login body. */
const logIn = (keysFile: string) => `$URL/login -H 'content-type: application/json' -d @${keysFile}`

/** Operations about keys and tokens. */
const special: Record<string, (keysFile: string) => string> = {
  logIn: keysFile => `curl -s ${logIn(keysFile)}`,
  createOAuthToken: keysFile => `key() { node -p "JSON.parse(require('fs').readFileSync('${keysFile}')).$1"; }

curl -s $URL/oauth/token -u "$(key accessKey):$(key secret)" -d grant_type=client_credentials`,
}

/** A stream does not end by itself. */
const streams: Record<string, string> = {
  streamEvents: `# Stops after three seconds; without -m it does not stop.
curl -sN -m 3 "$URL/webhooks/events?since=2026-01-01T00:00:00Z" -H "authorization: Bearer $TOKEN" || true`,
}

/** For a shell. Values are read from responses with node, which every machine with a server has. */
export function curlSample({ place, setUp, call }: Program): string {
  const start = `URL=${place.url}`
  const own = special[call.operation.id]
  if (own !== undefined) return `${start}\n${own(place.keysFile)}\n`
  const isPublic = setUp.length === 0 && call.operation.isPublic
  const saves = setUp.some(step => step !== 'upload' && 'saves' in step && step.saves !== null)
  return [
    start,
    ...(isPublic ? [] : [`TOKEN=$(curl -s ${logIn(place.keysFile)})`]),
    ...(saves ? [pick] : []),
    ...setUp.map(prepared),
    '',
    streams[call.operation.id] ?? command(call, { isLast: true }),
    '',
  ].join('\n')
}

const upload = `printf '%%PDF-1.7\\n%%%%EOF\\n' | curl -s -T - -H 'content-type: application/pdf' "$address"`

function prepared(step: Program['setUp'][number]): string {
  if (step === 'upload') return upload
  return 'given' in step ? `${step.given}=${step.example}` : saved(step)
}

function saved(call: Call): string {
  const text = command(call, { isLast: false })
  if (call.saves === null) return `${text} > /dev/null`
  const { as, from, lastPart } = call.saves
  return `${as}=$(${text} | pick '${wayOf(from)}${lastPart === true ? '.split("/").pop()' : ''}')`
}

const wayOf = (way: Way) => way.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')

const spelling = {
  key: (name: string) => JSON.stringify(name),
  text: (text: string) => JSON.stringify(text),
  variable: ({ name }: { name: string }) => `"'$${name}'"`,
}

function command({ operation, path, query, body }: Call, { isLast }: { isLast: boolean }): string {
  const spell = ({ name }: { name: string }) => `$${name}`
  const asked = query.map(([name, value]) => `${name}=${partsOf([value], spell)}`).join('&')
  const address = `$URL${partsOf(path, spell)}${asked === '' ? '' : `?${asked}`}`
  const method = operation.method === (body === null ? 'GET' : 'POST') ? '' : `-X ${operation.method} `
  const parts = [
    `curl -s ${method}${asked === '' ? address : `"${address}"`}`,
    ...(operation.isPublic ? [] : ['-H "authorization: Bearer $TOKEN"']),
    ...(body === null
      ? []
      : [
          `-H 'content-type: application/json'`,
          `-d '${printValue(body.value, spelling, isLast ? {} : { width: Number.POSITIVE_INFINITY })}'`,
        ]),
  ]
  return parts.join(isLast && body !== null ? ' \\\n  ' : ' ')
}
