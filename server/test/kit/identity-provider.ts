import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { cleanUp } from './clean-up.ts'

/** Whom the provider signs in next, and what it says about them. */
export type Employee = {
  subject: string
  email: string
  isVerified?: boolean | undefined
  amr?: string[]
  acr?: string
}

export const clientId = 'trilho'
export const clientSecret = 'a secret that only the provider and we have'

/** A real OpenID Connect provider, which signs in the employee of `signsIn` without asking. */
export async function startIdentityProvider(redirectUri: string) {
  let employee: Employee = { subject: 'nobody', email: 'nobody@example.com' }
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub', 'amr', 'acr'], email: ['email', 'email_verified'], profile: [] },
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_, subject) => ({
      accountId: subject,
      claims: () => ({
        sub: subject,
        email: employee.email,
        email_verified: 'isVerified' in employee ? employee.isVerified : true,
      }),
    }),
    loadExistingGrant: async ctx => {
      const grant = new ctx.oidc.provider.Grant({
        clientId,
        ...(ctx.oidc.session?.accountId === undefined ? {} : { accountId: ctx.oidc.session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return void callback(request, response)
    const { subject: accountId, amr, acr } = employee
    const login = { accountId, ...(amr === undefined ? {} : { amr }), ...(acr === undefined ? {} : { acr }) }
    void provider.interactionFinished(request, response, { login })
  })
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  cleanUp(close)
  return {
    issuer,
    settings: {
      issuer,
      clientId,
      clientSecret,
      trustsSecondFactor: false,
      isRequired: false,
      breakGlassPersonId: null,
    },
    /** Whom it signs in from now on. */
    signsIn: (next: Employee) => void (employee = next),
    close,
    /** A new browser that follows the redirects and returns the query with which it comes back. */
    async visit(url: string): Promise<string> {
      const jar = new Map<string, string>()
      let at = url
      for (let hops = 0; hops < 10; hops++) {
        if (at.startsWith(redirectUri)) return new URL(at).searchParams.toString()
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const set of response.headers.getSetCookie()) {
          const [pair = ''] = set.split(';')
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = response.headers.get('location')
        if (location === null) throw new Error(`the provider stopped at ${at}: ${await response.text()}`)
        at = new URL(location, at).href
      }
      throw new Error('the provider goes round in circles')
    },
  }
}
