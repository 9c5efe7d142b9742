/** How a client shows who it is when it asks for a token, and how the request is written. */
export const tokenStyles = ['form', 'basicForm', 'basicJson', 'query'] as const
type TokenStyle = (typeof tokenStyles)[number]

/** What a bank has under the address of its Pix API. */
export const resources = ['createCharge', 'charge', 'pix', 'webhook'] as const
export type Resource = (typeof resources)[number]

/** How a bank is called, as far as it is data. A preset has all of it, and the settings of a connection can change it. */
export type CallForm = {
  tokenStyle: TokenStyle
  /** Requested by name; null: they are set at the bank. */
  scopes: string | null
  /** Requested besides by connections that pay out. */
  payoutScopes: string | null
  /** On every call, with `{clientId}`, `{applicationKey}`, `{accountNumber}` or a new `{uuid}`; left out without a value. */
  headers: Record<string, string>
  query: Record<string, string>
  paths: Record<Resource, string>
}

/** What the settings of a connection can change of it, and the values that banks want in headers and queries. */
export type CallSettings = Partial<Omit<CallForm, 'payoutScopes' | 'paths'>> & {
  paths?: Partial<CallForm['paths']>
  applicationKey?: string | null
  accountNumber?: string | null
  /** The contract by which boletos are registered; Sicoob's `numeroCliente`. */
  clientNumber?: string | null
}

type Given = CallSettings & { pixUrl: string; payoutUrl: string | null; clientId: string }

/** The form of a bank with the changes of a connection. Scopes that it names are all that is requested; an empty text is none. */
export function callFormOf(of: CallForm, given: Given): Omit<CallForm, 'payoutScopes'> {
  const { tokenStyle, headers, query, paths, payoutUrl, scopes } = given
  const usual = [of.scopes, payoutUrl === null ? null : of.payoutScopes].filter(scope => scope !== null).join(' ')
  return {
    tokenStyle: tokenStyle ?? of.tokenStyle,
    scopes: (scopes ?? usual) || null,
    headers: { ...of.headers, ...headers },
    query: { ...of.query, ...query },
    paths: { ...of.paths, ...paths },
  }
}

/** Names and values with what this connection has; those without a value are left out. */
export function filledIn(templates: Record<string, string>, given: Given): Record<string, string> {
  const { clientId, applicationKey = null, accountNumber = null } = given
  const values: Record<string, string | null> = { clientId, applicationKey, accountNumber }
  const fill = (template: string): string | null => {
    const name = /^\{(\w+)\}$/.exec(template)?.[1]
    if (name === undefined) return template
    return name === 'uuid' ? crypto.randomUUID() : (values[name] ?? null)
  }
  return Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) => {
      const value = fill(template)
      return value === null || value === '' ? [] : [[name, value]]
    }),
  )
}
