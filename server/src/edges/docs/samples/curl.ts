import type { Way } from './set-ups.ts'
import { printValue } from './print-value.ts'
import { type Call, type Program, partsOf } from './program.ts'

const pick = `pick() { node -pe "JSON.parse(require('fs').readFileSync(0)).data$1"; }`

/** The file of keys is a login already. */
const logIn = (keysFile: string) => `$URL/login -H 'content-type: application/json' -d @${keysFile}`

/** Those that are about keys and tokens themselves. */
const special: Record<string, (keysFile: string) => string> = {
  logIn: keysFile => `curl -s ${logIn(keysFile)}`,
  createOAuthToken: keysFile => `key() { node -p "JSON.parse(require('fs').readFileSync('${keysFile}')).$1"; }

curl -s $URL/oauth/token -u "$(key accessKey):$(key secret)" -d grant_type=client_credentials`,
}

/** A stream has no end. */
const streams: Record<string, string> = {
  streamEvents: `# Ends after three seconds; without -m it goes on.
curl -sN -m 3 "$URL/webhooks/events?since=2026-01-01T00:00:00Z" -H "authorization: Bearer $TOKEN" || true`,
}

/** For a shell; what an answer has is picked by node, which is there wherever the server was started. */
export function curlSample({ place, setUp, call }: Program): string {
  const start = `URL=${place.url}`
  const own = special[call.operation.id]
  if (own !== undefined) return `${start}\n${own(place.keysFile)}\n`
  const isPublic = setUp.length === 0 && call.operation.isPublic
  const keeps = setUp.some(step => step !== 'upload' && 'keeps' in step && step.keeps !== null)
  return [
    start,
    ...(isPublic ? [] : [`TOKEN=$(curl -s ${logIn(place.keysFile)})`]),
    ...(keeps ? [pick] : []),
    ...setUp.map(prepared),
    '',
    streams[call.operation.id] ?? command(call, { isLast: true }),
    '',
  ].join('\n')
}

const upload = `printf '%%PDF-1.7\\n%%%%EOF\\n' | curl -s -T - -H 'content-type: application/pdf' "$address"`

function prepared(step: Program['setUp'][number]): string {
  if (step === 'upload') return upload
  return 'given' in step ? `${step.given}=${step.example}` : kept(step)
}

function kept(call: Call): string {
  const text = command(call, { isLast: false })
  if (call.keeps === null) return `${text} > /dev/null`
  const { as, from, lastPart } = call.keeps
  return `${as}=$(${text} | pick '${wayOf(from)}${lastPart === true ? '.split("/").pop()' : ''}')`
}

const wayOf = (way: Way) => way.map(step => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')

const spelling = {
  key: (name: string) => JSON.stringify(name),
  text: (text: string) => JSON.stringify(text),
  kept: ({ name }: { name: string }) => `"'$${name}'"`,
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
