import type { Sql, Tx } from '../../../platform/db/db.ts'

export type Provider = {
  /** The platform's id for its operators. */
  merchantId: string
  issuer: string
  clientId: string
  /** Sealed. */
  clientSecret: string
  trustsSecondFactor: boolean
  isRequired: boolean
  breakGlassId: string | null
  changedAt: Date
}

export const selectProvider = async (sql: Sql | Tx, merchantId: string): Promise<Provider | undefined> => {
  const [provider] = await sql<Provider[]>`select * from sso_providers where merchant_id = ${merchantId}`
  return provider
}

export const selectProviderOfDomain = async (sql: Sql, domain: string): Promise<Provider | undefined> => {
  const [owner] = await sql<{ merchantId: string }[]>`select merchant_id from sso_domains where domain = ${domain}`
  return owner === undefined ? undefined : selectProvider(sql, owner.merchantId)
}

export const upsertProvider = (tx: Tx, provider: Provider) => tx`
  insert into sso_providers (merchant_id, issuer, client_id, client_secret, trusts_second_factor, is_required,
                             break_glass_id, changed_at)
  values (${provider.merchantId}, ${provider.issuer}, ${provider.clientId}, ${provider.clientSecret},
          ${provider.trustsSecondFactor}, ${provider.isRequired}, ${provider.breakGlassId}, ${provider.changedAt})
      on conflict (merchant_id) do update
     set issuer = excluded.issuer, client_id = excluded.client_id, client_secret = excluded.client_secret,
         trusts_second_factor = excluded.trusts_second_factor, is_required = excluded.is_required,
         break_glass_id = excluded.break_glass_id, changed_at = excluded.changed_at`

export const deleteProvider = async (tx: Tx, merchantId: string): Promise<boolean> =>
  (await tx`delete from sso_providers where merchant_id = ${merchantId}`).count === 1

/** Those that another provider began prove nothing of the new one. */
export const endSessionsOfProvider = (tx: Tx, merchantId: string, now: Date) => tx`
  update sessions set ended_at = ${now} where provider_merchant_id = ${merchantId} and ended_at is null`

export const deleteIdentitiesOf = (tx: Tx, merchantId: string) => tx`
  delete from sso_identities where merchant_id = ${merchantId}`

export const selectDomains = (sql: Sql | Tx, merchantId: string) => sql<{ domain: string }[]>`
  select domain from sso_domains where merchant_id = ${merchantId} order by domain limit 100`

/** The domains that another merchant has; none: all are its own now. */
export const replaceDomains = async (tx: Tx, merchantId: string, domains: string[]): Promise<string[]> => {
  await tx`delete from sso_domains where merchant_id = ${merchantId}`
  await tx`
    insert into sso_domains (domain, merchant_id)
    select domain, ${merchantId}::uuid from unnest(${domains}::text[]) as requested (domain)
        on conflict do nothing`
  const own = new Set((await selectDomains(tx, merchantId)).map(({ domain }) => domain))
  return domains.filter(domain => !own.has(domain))
}

type Subject = { merchantId: string; issuer: string; subject: string }

export const selectIdentity = async (sql: Sql, { merchantId, issuer, subject }: Subject): Promise<string | null> => {
  const [identity] = await sql<{ personId: string }[]>`
    select person_id from sso_identities
     where merchant_id = ${merchantId} and issuer = ${issuer} and subject = ${subject}`
  return identity?.personId ?? null
}

/** False: the subject is somebody else, or the person another subject. */
export const insertIdentity = async (
  tx: Tx,
  { merchantId, issuer, subject, personId, createdAt }: Subject & { personId: string; createdAt: Date },
): Promise<boolean> => {
  const inserted = await tx`
    insert into sso_identities (merchant_id, issuer, subject, person_id, created_at)
    values (${merchantId}, ${issuer}, ${subject}, ${personId}, ${createdAt})
        on conflict do nothing`
  return inserted.count === 1
}

/** Operators, who are no members, have no row. */
export const updateSsoJoined = (tx: Tx, merchantId: string, personId: string, now: Date) => tx`
  update memberships set sso_joined_at = coalesce(sso_joined_at, ${now})
   where merchant_id = ${merchantId} and person_id = ${personId}`

export const hasIdentity = async (sql: Sql, merchantId: string, issuer: string): Promise<boolean> => {
  const found = await sql`
    select 1 as one from sso_identities where merchant_id = ${merchantId} and issuer = ${issuer} limit 1`
  return found.count > 0
}

export const updateConfirmedBySso = (sql: Sql, sessionId: string, now: Date) => sql`
  update sessions set confirmed_at = ${now} where id = ${sessionId} and ended_at is null`

/** `id` for the walk of `secret reseal`, which takes ids as texts. */
export const selectSealedSecrets = (sql: Sql, after: string, most: number) => sql<{ id: string; sealed: string }[]>`
  select merchant_id as id, client_secret as sealed from sso_providers
   where merchant_id > ${after} order by merchant_id limit ${most}`

export const updateSealedSecret = (sql: Sql, id: string, { before, sealed }: { before: string; sealed: string }) => sql`
  update sso_providers set client_secret = ${sealed} where merchant_id = ${id} and client_secret = ${before}`
