import { readFileSync } from 'node:fs'

type Answer = { description: string; $ref?: string }
type Document = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>
  components: { responses: Record<string, Answer> }
}

const { paths, components }: Document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
)

/** For every operation, by route: its documented statuses, each with the reasons in its description. */
const documented = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses }]) => [
      `${method.toUpperCase()} ${path}`,
      {
        operationId,
        reasonsOf: new Map(Object.entries(responses).map(([status, one]) => [Number(status), reasonsIn(one)])),
      },
    ]),
  ),
)

function reasonsIn({ $ref, description }: Answer): string[] {
  const text =
    $ref === undefined ? description : (components.responses[$ref.split('/').at(-1) ?? '']?.description ?? '')
  return Array.from(text.matchAll(/`(\w+)`/g), ([, reason = '']) => reason)
}

/** One line of the server's request log. */
type Logged = { msg: string; method: string; route: string; status: number; refusal?: string }

/** The response in this line, if it is of an operation and openapi.json does not document it. */
export function undocumented(line: string): string[] {
  if (!line.includes('"msg":"request"')) return []
  const { method, route, status, refusal = '' } = JSON.parse(line) as Logged
  const path = route.replaceAll(/:(\w+)/g, '{$1}')
  const operation = documented.get(`${method === 'HEAD' ? 'GET' : method} ${path}`)
  const reasons = operation?.reasonsOf.get(status)
  // For a 400 the log has the problems instead of a reason, and OAuth has its own error codes.
  const isDocumented =
    reasons !== undefined && (status <= 400 || operation?.operationId === oAuth || reasons.includes(refusal))
  return operation === undefined || isDocumented ? [] : [`${method} ${path} ${status} ${refusal}`]
}

const oAuth = 'createOAuthToken'
