import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Permission } from '../../../server/src/tenancy/people/permissions.ts'
import type { SessionView } from '../../../server/src/tenancy/people/portal-schemas.ts'
import { api, keepCsrfToken } from './api.ts'
import { setLanguage } from './language.ts'

export type { Permission, SessionView }
export type Merchant = SessionView['merchants'][number]

/** What follows from a session, however it came: read, or answered by signing in. */
export function takeSession(session: SessionView): SessionView {
  keepCsrfToken(session.csrfToken)
  setLanguage(session.person.language)
  return session
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => takeSession(await api.get<SessionView>('/session')),
  staleTime: 60_000,
  retry: false,
})

/** Who is signed in. Only for screens behind the sign-in: their route has read the session before they are drawn. */
export function useSession(): SessionView {
  const { data } = useQuery(sessionQuery)
  if (data === undefined) throw new Error('No session: the screen is not behind the sign-in')
  return data
}
