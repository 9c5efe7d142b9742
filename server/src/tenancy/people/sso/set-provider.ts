import { type Audit, withDetails } from '../../audit-log/act.ts'
import { recordAudit } from '../../audit-log/record-audit.ts'
import type { SealedColumn } from '../../../platform/db/reseal.ts'
import type { Sql, Tx } from '../../../platform/db/db.ts'
import { ApiError, InvalidRequest, missing } from '../../../platform/http/errors.ts'
import { platformId } from '../../../platform/lib/platform-id.ts'
import { type Key, type Place, openSealedText, sealText } from '../../../platform/lib/seal.ts'
import type { Outbox } from '../../../platform/mails/outbox.ts'
import { isUuid } from '../../../platform/lib/uuid.ts'
import { readMemberships, readPerson } from '../find-person.ts'
import { holdMembers } from '../members/change-member.ts'
import { hasSecondFactor } from '../one-time-codes.ts'
import { holdOperators } from '../operators/needed-people.ts'
import { type ProviderClient, checkIssuer } from './provider-client.ts'
import { notifyOfProvider } from './sso-mails.ts'
import {
  type Provider,
  deleteIdentitiesOf,
  deleteProvider,
  endSessionsOfProvider,
  hasIdentity,
  replaceDomains,
  selectDomains,
  selectProvider,
  selectSealedSecrets,
  updateSealedSecret,
  upsertProvider,
} from './sql.ts'

type Needs = {
  sql: Sql
  clock: () => Date
  storageKey: Key
  isSandbox: boolean
  asksSecondFactor: boolean
  ssoClient: ProviderClient
  mailer: Pick<Outbox, 'write'>
  publicUrl: () => string
}

export type ProviderInput = {
  issuer: string
  clientId: string
  /** Left out: the stored one stays. */
  clientSecret?: string
  trustsSecondFactor: boolean
  isRequired: boolean
  breakGlassPersonId: string | null
}

const placeOfSecret = (merchantId: string): Place => `sso_providers.client_secret ${merchantId}`

export const openSecret = ({ storageKey }: { storageKey: Key }, { merchantId, clientSecret }: Provider): string =>
  openSealedText(storageKey, clientSecret, placeOfSecret(merchantId))

export const readProvider = async (needs: { sql: Sql }, merchantId: string) => ({
  provider: (await selectProvider(needs.sql, merchantId)) ?? null,
  domains: (await selectDomains(needs.sql, merchantId)).map(({ domain }) => domain),
})

/** What can be refused before another operator is asked. The provider itself is asked whether it is one. */
export async function checkProvider(needs: Needs, merchantId: string, input: ProviderInput): Promise<string> {
  checkIssuer(input.issuer, needs.isSandbox)
  const before = await selectProvider(needs.sql, merchantId)
  const isSame = before?.issuer === input.issuer && before.clientId === input.clientId
  // The stored secret goes to nobody but the provider it was made for.
  const clientSecret = input.clientSecret ?? (before !== undefined && isSame ? openSecret(needs, before) : undefined)
  if (clientSecret === undefined) throw new InvalidRequest([missing('', 'clientSecret')])
  await needs.ssoClient.check({ ...input, clientSecret })
  if (!input.isRequired) return clientSecret
  if (!isSame || !(await hasIdentity(needs.sql, merchantId, input.issuer))) throw new ApiError('SsoNotTried')
  await checkBreakGlass(needs, merchantId, input.breakGlassPersonId)
  return clientSecret
}

/** Somebody must be able to sign in when the provider is down, and to turn the requirement off. */
async function checkBreakGlass(
  needs: Pick<Needs, 'asksSecondFactor'> & { sql: Sql | Tx },
  merchantId: string,
  personId: string | null,
): Promise<void> {
  const person = personId !== null && isUuid(personId) ? await readPerson(needs, personId) : null
  if (person === null || person.passwordHash === null || person.disabledAt !== null)
    throw new ApiError('BreakGlassNotPossible')
  const memberships = await readMemberships(needs, person.id)
  const mayManage =
    merchantId === platformId
      ? person.operatorRoles.includes('administrator')
      : memberships.some(one => one.merchantId === merchantId && one.roles.includes('owner'))
  if (!mayManage || (needs.asksSecondFactor && !hasSecondFactor(person))) throw new ApiError('BreakGlassNotPossible')
}

/** Another issuer or client ends the sessions that the one before began, and its links: subjects may differ for each client. */
export async function setProvider(
  needs: Needs,
  { merchantId, input, audit }: { merchantId: string; input: ProviderInput; audit: Audit },
): Promise<void> {
  const clientSecret = await checkProvider(needs, merchantId, input)
  const { breakGlassPersonId, ...settings } = input
  await needs.sql.begin(async tx => {
    // Again under the locks with which people are removed and roles are changed.
    if (input.isRequired) {
      await (merchantId === platformId ? holdOperators(tx) : holdMembers(tx, merchantId))
      await checkBreakGlass({ ...needs, sql: tx }, merchantId, breakGlassPersonId)
    }
    const before = await selectProvider(tx, merchantId)
    const now = needs.clock()
    await upsertProvider(tx, {
      ...settings,
      merchantId,
      clientSecret: sealText(needs.storageKey, clientSecret, placeOfSecret(merchantId)),
      breakGlassId: input.isRequired ? breakGlassPersonId : null,
      changedAt: now,
    })
    const isOther = before?.issuer !== input.issuer || before.clientId !== input.clientId
    if (isOther || before.trustsSecondFactor !== input.trustsSecondFactor)
      await notifyOfProvider(needs, tx, { merchantId, issuer: input.issuer, person: audit.by.name })
    if (before !== undefined && isOther) {
      await endSessionsOfProvider(tx, merchantId, now)
      await deleteIdentitiesOf(tx, merchantId)
    }
    await recordAudit(tx, audit)
  })
}

export const removeProvider = (
  needs: Needs,
  { merchantId, audit }: { merchantId: string; audit: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    const before = await selectProvider(tx, merchantId)
    if (before === undefined || !(await deleteProvider(tx, merchantId))) throw new ApiError('SsoNotFound')
    await endSessionsOfProvider(tx, merchantId, needs.clock())
    await deleteIdentitiesOf(tx, merchantId)
    await recordAudit(tx, withDetails(audit, { issuer: before.issuer }))
  })

/** A domain belongs to one merchant, and an operator has found whose it is. */
export const setDomains = (
  needs: { sql: Sql },
  { merchantId, domains, audit }: { merchantId: string; domains: readonly string[]; audit: Audit },
): Promise<void> =>
  needs.sql.begin(async tx => {
    const taken = await replaceDomains(tx, merchantId, [...new Set(domains.map(one => one.trim().toLowerCase()))])
    if (taken.length > 0) throw new ApiError('SsoDomainTaken', { message: taken.join(', ') })
    await recordAudit(tx, audit)
  })

/** For when the server's secret changes. */
export const sealedClientSecrets: SealedColumn = {
  what: 'client secrets of identity providers',
  placeOf: placeOfSecret,
  select: selectSealedSecrets,
  update: updateSealedSecret,
}
