import { startSession } from '../../../server/src/tenancy/people/sessions.ts'
import type { Role } from '../../../server/src/tenancy/people/permissions.ts'
import { newPersonWithPassword, newPortalPerson } from '../../../server/test/kit/portal-client.ts'
import type { Portal } from './matrix.ts'

type Who = { merchantId?: string; roles?: Role[]; isOperator?: boolean; name?: string }

/** A person who can sign in with `goodPassword`, and whose last confirmation is too old for what needs one. */
export async function newUnconfirmed({ trilho }: Pick<Portal, 'trilho'>, who: Who) {
  const person = await newPersonWithPassword(trilho, who)
  const session = { personId: person.id, secondFactor: true, address: '127.0.0.1', agent: 'test' }
  const { token } = await startSession(trilho.needs, session)
  await trilho.sql`update sessions set confirmed_at = now() - interval '1 hour' where person_id = ${person.id}`
  return { ...person, token }
}

/** A person whose screens are in English. */
export async function newEnglish({ trilho }: Pick<Portal, 'trilho'>, who: Who) {
  const person = await newPortalPerson(trilho, who)
  await person.put('/profile', { name: person.name, language: 'en' })
  return person
}
