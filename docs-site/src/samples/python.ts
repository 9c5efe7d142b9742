import { printValue } from './print-value.ts'
import { type Call, type Variable, type Program, partsOf } from './program.ts'
import type { Way } from './set-ups.ts'

const howToRun = '# sample.py, run by: python3 sample.py'

const helper = (keysFile: string) => `${howToRun}
import json, urllib.request

keys = json.load(open('${keysFile}'))

def call(method, path, body=None, token=None):
    headers = {'content-type': 'application/json'} if body else {}
    if token:
        headers['authorization'] = 'Bearer ' + token
    data = json.dumps(body).encode() if body else None
    request = urllib.request.Request(keys['url'] + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        text = response.read()
        return json.loads(text).get('data') if 'json' in response.headers['content-type'] else text`

const logIn = `call('POST', '/login', {'accessKey': keys['accessKey'], 'secret': keys['secret']}).decode()`

/** Operations about keys and tokens. */
const special: Record<string, (keysFile: string) => string> = {
  logIn: keysFile => `${helper(keysFile)}\n\nprint(${logIn})\n`,
  createOAuthToken: keysFile => `${howToRun}
import json, urllib.parse, urllib.request

keys = json.load(open('${keysFile}'))
form = {'grant_type': 'client_credentials', 'client_id': keys['accessKey'], 'client_secret': keys['secret']}

with urllib.request.urlopen(keys['url'] + '/oauth/token', urllib.parse.urlencode(form).encode()) as response:
    print(json.load(response))
`,
}

/** A stream does not end by itself: the sample stops after one event. */
const streams: Record<string, string> = {
  streamEvents: `request = urllib.request.Request(keys['url'] + '/webhooks/events?since=2026-01-01T00:00:00Z')
request.add_header('authorization', 'Bearer ' + token)
with urllib.request.urlopen(request) as stream:
    for line in stream:
        print(line.decode(), end='')
        if line.startswith(b'data:'):
            break  # without it, every event as it happens`,
}

/** For Python 3, with its standard library only. */
export function pythonSample({ place, setUp, call }: Program): string {
  const own = special[call.operation.id]
  if (own !== undefined) return own(place.keysFile)
  const isPublic = setUp.length === 0 && call.operation.isPublic
  return [
    helper(place.keysFile),
    '',
    ...(isPublic ? [] : [`token = ${logIn}`]),
    ...setUp.map(prepared),
    '',
    streams[call.operation.id] ?? `print(${invocation(call)})`,
    '',
  ].join('\n')
}

const upload = `file = urllib.request.Request(address, b'%PDF-1.7\\n%%EOF\\n', {'content-type': 'application/pdf'}, method='PUT')
urllib.request.urlopen(file).close()`

function prepared(step: Program['setUp'][number]): string {
  if (step === 'upload') return upload
  return 'given' in step ? `${step.given} = '${step.example}'` : saved(step)
}

function saved(call: Call): string {
  if (call.saves === null) return invocation(call, inOneLine)
  const { as, from, lastPart } = call.saves
  return `${as} = ${invocation(call, inOneLine)}${wayOf(from)}${lastPart === true ? ".split('/')[-1]" : ''}`
}

const wayOf = (way: Way) => way.map(step => (typeof step === 'number' ? `[${step}]` : `['${step}']`)).join('')

const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`

const spelling = {
  key: quoted,
  text: quoted,
  variable: ({ name }: Variable) => name,
  words: { true: 'True', false: 'False', null: 'None' },
  isTight: true,
} as const

const inOneLine = { width: Number.POSITIVE_INFINITY }

function invocation({ operation, path, query, body }: Call, shape = {}): string {
  const spell = ({ name }: Variable) => `{${name}}`
  const asked = query.map(([name, value]) => `${name}=${partsOf([value], spell)}`).join('&')
  const address = `${partsOf(path, spell)}${asked === '' ? '' : `?${asked}`}`
  const passed = [
    quoted(operation.method),
    `${address.includes('{') ? 'f' : ''}${quoted(address)}`,
    ...(body === null ? [] : [printValue(body.value, spelling, shape)]),
    ...(operation.isPublic ? [] : ['token=token']),
  ]
  return `call(${passed.join(', ')})`
}
