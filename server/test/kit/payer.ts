import { call } from './api-client.ts'

export const nubank = '18236120'
export const itau = '60701190'

export type Decision = 'approve' | 'refuse' | 'expire' | 'fail'

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** The URL that a page redirects the browser to. */
const refreshOf = (headers: Headers): string => /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1] ?? ''

/** A payer without a browser: uses the checkout's forms and URLs only. */
export const payer = {
  /** Chooses a bank and continues; returns the URL of the bank's page, or of the checkout's redirect. */
  async start(checkoutUrl: string, institution = nubank, cpf?: string): Promise<string> {
    const posted = await call(`${checkoutUrl}/consent`, form({ institution, ...(cpf !== undefined && { cpf }) }))
    const next = new URL(posted.headers.get('location') ?? '', checkoutUrl).href
    if (!new URL(next).pathname.endsWith('/bank')) return next
    return refreshOf((await call(next)).headers)
  },

  /** Decides at the simulated bank; returns the URL it redirects the payer to. */
  async decide(bankUrl: string, decision: Decision): Promise<string> {
    const request = new URL(bankUrl).searchParams.get('request') ?? ''
    return refreshOf((await call(bankUrl.split('?')[0] ?? '', form({ request, decision }))).headers)
  },

  /** Returns to the checkout; returns the URL it redirects the payer to. */
  async comeBack(returnUrl: string): Promise<string> {
    const { headers } = await call(returnUrl)
    return new URL(headers.get('location') ?? '/nowhere', returnUrl).href
  },

  /** The whole path; returns the last URL. */
  async walk(checkoutUrl: string, decision: Decision, institution?: string): Promise<string> {
    return payer.comeBack(await payer.decide(await payer.start(checkoutUrl, institution), decision))
  },
}

/** The state in the query of the shop's URL. */
export const returnedState = (address: string): string | null => new URL(address).searchParams.get('transactionState')
