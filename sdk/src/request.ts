import type { RequestNote } from './notes.ts'
import type { CallOptions, Operation } from './operation.ts'
import { withDecimalAmounts } from './values.ts'

/** A request that can be sent again and again as it is: the same id, key and body. */
export type Prepared = {
  url: string
  init: { method: string; headers: Record<string, string>; body: BodyInit | null; redirect: 'manual' }
  note: Omit<RequestNote, 'attempt'>
}

export function prepare(url: string, operation: Operation, options: CallOptions = {}): Prepared {
  const { method, path, query = '', isPublic, accept, answer } = operation
  const requestId = crypto.randomUUID()
  // Where the server has no use for a key it ignores it.
  const idempotencyKey = method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : null
  const body = bodyOf(operation)
  return {
    url: `${url}${path}${query === '' ? '' : `?${query}`}`,
    init: {
      method,
      headers: {
        accept: accept ?? (answer === 'file' ? '*/*' : 'application/json'),
        'x-request-id': requestId,
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
        ...(body === null ? {} : { 'content-type': body.type }),
        ...operation.headers,
      },
      body: body?.text ?? null,
      // A POST that is redirected would go on as a GET.
      redirect: 'manual',
    },
    note: {
      method,
      path: isPublic === true && method === 'GET' ? withoutSecret(path) : path,
      requestId,
      idempotencyKey,
    },
  }
}

/** A file for an address that is permission enough. */
export function prepareUpload(address: string, content: BodyInit): Prepared {
  const path = withoutSecret(new URL(address).pathname)
  return {
    url: address,
    init: { method: 'PUT', headers: {}, body: content, redirect: 'manual' },
    note: { method: 'PUT', path, requestId: crypto.randomUUID(), idempotencyKey: null },
  }
}

/** The end of a public address is what makes it unguessable: it is no matter for logs. */
const withoutSecret = (path: string) => path.replace(/[^/]+$/, '…')

function bodyOf({ body, amounts = [], isForm }: Operation): { type: string; text: string } | null {
  if (body === undefined) return null
  if (isForm === true)
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(body as Record<string, string>).toString(),
    }
  return { type: 'application/json', text: JSON.stringify(withDecimalAmounts(body, amounts)) }
}
