import { openSettings } from './sealed-settings.ts'
import type { Connection } from './sql.ts'

/** The connections to the same account as this one, itself too, oldest first: a bank reports one balance for all of them. */
export function sharersOf(needs: { storageKey: Buffer }, id: string, connections: readonly Connection[]): Connection[] {
  const accountOf = ({ id: own, dialect, sealedSettings }: Connection): string => {
    if (sealedSettings === null) return own
    const { clientId, accountNumber = null } = openSettings(needs, own, sealedSettings)
    return JSON.stringify([dialect, clientId, accountNumber])
  }
  const own = connections.find(connection => connection.id === id)
  if (own === undefined) return []
  const account = accountOf(own)
  return connections.filter(one => accountOf(one) === account).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
