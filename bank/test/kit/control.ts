type Row = Record<string, unknown>

/** The control API; a refusal throws. */
export type Control = ReturnType<typeof controlOf>

export function controlOf(url: string) {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const sure = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  return {
    url,
    call,
    get: <T = Row[]>(path: string) => sure<T>('GET', path),
    post: <T = Row>(path: string, body: unknown = {}) => sure<T>('POST', path, body),
    put: <T = Row>(path: string, body: unknown) => sure<T>('PUT', path, body),
    remove: (path: string) => sure<Row>('DELETE', path),
    ledger: () => sure<Ledger>('GET', '/ledger'),
  }
}

export type Ledger = {
  accounts: { id: string; balance: string }[]
  movements: { from: string; to: string; amount: string; kind: string; reference: string }[]
}
