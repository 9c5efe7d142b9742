import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { onTestFinished } from 'vitest'
import { switchesOf } from '../../src/dialects/switches.ts'
import type { DialectName } from '../../src/truth/records.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into bodies of every form
type Body = any
export type Reply = { status: number; type: string; headers: Record<string, unknown>; text: string; body: Body }
export type PartnerClient = ReturnType<typeof partnerClient>

type Ask = { body?: unknown; headers?: Record<string, string>; query?: Record<string, string> }

/** A partner as its server calls the bank: with the files of its folder, and a token that it requests once. */
export function partnerClient({ url, folder, name }: { url: string; folder: string; name: string }) {
  const read = (file: string) => readFileSync(join(folder, 'partners', name, file))
  const ca = read('ca.pem').toString()
  const { clientId, clientSecret, key, dialect }: Record<string, string> & { dialect: DialectName } = JSON.parse(
    read('partner.json').toString(),
  )
  const agent = new Agent({ connect: { ca, pfx: read('certificate.pfx'), passphrase: '' } })
  onTestFinished(() => agent.destroy())
  const { tokenPath, tokenStyle } = switchesOf[dialect]
  let token: string | null = null

  const send = async (method: string, path: string, headers: Record<string, string>, body?: string): Promise<Reply> => {
    const answer = await request(url + path, {
      method,
      dispatcher: agent,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = await answer.body.text()
    const type = String(answer.headers['content-type'] ?? '')
    return { status: answer.statusCode, type, headers: answer.headers, text, body: parse(text) }
  }
  const askToken = (scope = '', changes: { secret?: string } = {}) => {
    const secret = changes.secret ?? clientSecret ?? ''
    if (tokenStyle === 'basic + json') {
      const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
      const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/json' }
      return send('POST', tokenPath, headers, JSON.stringify({ grant_type: 'client_credentials' }))
    }
    const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId ?? '' })
    if (tokenStyle === 'form with secret') form.set('client_secret', secret)
    if (scope !== '') form.set('scope', scope)
    return send('POST', tokenPath, { 'content-type': 'application/x-www-form-urlencoded' }, form.toString())
  }
  const call = async (method: string, path: string, { body, headers = {}, query = {} }: Ask = {}): Promise<Reply> => {
    token ??= (await askToken()).body.access_token as string
    const search = new URLSearchParams(query).toString()
    return send(
      method,
      search === '' ? path : `${path}?${search}`,
      { authorization: `Bearer ${token}`, client_id: clientId ?? '', 'content-type': 'application/json', ...headers },
      body === undefined ? undefined : JSON.stringify(body),
    )
  }
  return {
    name,
    key: key ?? '',
    ca,
    read,
    askToken,
    useToken: (other: string | null) => void (token = other),
    get: (path: string, ask?: Ask) => call('GET', path, ask),
    put: (path: string, body: unknown, ask?: Ask) => call('PUT', path, { ...ask, body }),
    post: (path: string, body: unknown, ask?: Ask) => call('POST', path, { ...ask, body }),
    patch: (path: string, body: unknown) => call('PATCH', path, { body }),
    remove: (path: string) => call('DELETE', path),
    /** A new charge, by its txid. */
    async charge(amount = '10.50', more: object = {}): Promise<Reply & { txid: string }> {
      const txid = crypto.randomUUID().replaceAll('-', '')
      const body = { calendario: { expiracao: 3600 }, valor: { original: amount }, chave: key, ...more }
      return { ...(await call('PUT', `/v2/cob/${txid}`, { body })), txid }
    },
    /** A new charge with a due date. */
    async dueCharge(dueDate: string, more: object = {}): Promise<Reply & { txid: string }> {
      const txid = crypto.randomUUID().replaceAll('-', '')
      return { ...(await call('PUT', `/v2/cobv/${txid}`, { body: { ...dueBody(dueDate, key), ...more } })), txid }
    },
  }
}

/** 100.00 of Ana. */
export const dueBody = (dataDeVencimento: string, chave = '') => ({
  calendario: { dataDeVencimento },
  devedor: { cpf: '12345678909', nome: 'Ana', logradouro: 'Rua 1', cidade: 'Recife', uf: 'PE', cep: '70011750' },
  valor: { original: '100.00' },
  chave,
})

function parse(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
