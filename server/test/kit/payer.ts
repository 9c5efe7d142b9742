import { call } from './api-client.ts'

export const nubank = '18236120'
export const itau = '60701190'

export type Decision = 'approve' | 'refuse' | 'expire' | 'fail'

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

/** Where a page sends the browser by itself. */
const refreshOf = (headers: Headers): string => /^0; url=(.+)$/.exec(headers.get('refresh') ?? '')?.[1] ?? ''

/** A payer who has no browser: walks through the checkout by its forms and addresses alone. */
export const payer = {
  /** Chooses a bank and continues; answers the address of the bank's own page, or where the checkout sends instead. */
  async start(checkoutUrl: string, institution = nubank): Promise<string> {
    const posted = await call(`${checkoutUrl}/consent`, form({ institution }))
    const next = new URL(posted.headers.get('location') ?? '', checkoutUrl).href
    if (!new URL(next).pathname.endsWith('/bank')) return next
    return refreshOf((await call(next)).headers)
  },

  /** Decides at the simulated bank; answers where it sends the payer back to. */
  async decide(bankUrl: string, decision: Decision): Promise<string> {
    const request = new URL(bankUrl).searchParams.get('request') ?? ''
    return refreshOf((await call(bankUrl.split('?')[0] ?? '', form({ request, decision }))).headers)
  },

  /** Comes back; answers where the checkout sends the payer. */
  async comeBack(returnUrl: string): Promise<string> {
    const { headers } = await call(returnUrl)
    return new URL(headers.get('location') ?? '/nowhere', returnUrl).href
  },

  /** The whole way; answers where it ends. */
  async walk(checkoutUrl: string, decision: Decision, institution?: string): Promise<string> {
    return payer.comeBack(await payer.decide(await payer.start(checkoutUrl, institution), decision))
  },
}

/** The state that the shop is told in its own address. */
export const toldState = (address: string): string | null => new URL(address).searchParams.get('transactionState')
