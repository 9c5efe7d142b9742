import type { Switches } from './switches.ts'

const saoPauloBehindUtcMs = 3 * 3_600_000
const stamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

/** Fields which banks that love null say to be null where they have nothing. */
const nullable = ['devedor', 'solicitacaoPagador', 'infoAdicionais', 'infoPagador', 'descricao', 'motivo', 'txid']

/** Turns an answer of the standard into what this bank makes of it. */
export function dressAnswer(switches: Switches, routeName: string, body: unknown): unknown {
  const withCode = (entries: [string, unknown][]) =>
    switches.codeField === 'pixCopiaECola'
      ? entries
      : entries.flatMap(([name, value]): [string, unknown][] => {
          if (name !== 'pixCopiaECola') return [[name, value]]
          return switches.codeField === null ? [] : [[switches.codeField, value]]
        })
  const dress = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map(item => dress(item, name))
    if (typeof value === 'object' && value !== null) {
      const entries = withCode(Object.entries(value)).map(([key, part]): [string, unknown] => [key, dress(part, key)])
      const nulls = switches.nulls && isOneOfOurs(value) ? nullable.map((key): [string, null] => [key, null]) : []
      return Object.fromEntries([...nulls, ...entries])
    }
    if (name === 'expiracao' && switches.expiryAsText && routeName.startsWith('get')) return String(value)
    if (switches.localTimeMarkedZ && typeof value === 'string' && stamp.test(value))
      return new Date(Date.parse(value) - saoPauloBehindUtcMs).toISOString()
    return value
  }
  return dress(body, '')
}

/** A charge, a Pix or a refund: they have what the schema leaves out when it is not there. */
const isOneOfOurs = (value: object) => 'revisao' in value || 'endToEndId' in value || 'rtrId' in value
