import { useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type OpenMerchant, useMerchantOrNull } from '../../kit/merchant.ts'
import { type Merchant, useSession } from '../../kit/session.ts'

const storageKey = 'trilho-merchant'

/** Where the person worked last, on this browser; if nowhere, where they may do most. */
export const lastMerchant = (merchants: Merchant[]): Merchant | undefined =>
  merchants.find(({ id }) => id === localStorage.getItem(storageKey)) ??
  merchants.toSorted((a, b) => b.permissions.length - a.permissions.length)[0]

export function useRememberMerchant(): void {
  const merchant = useMerchantOrNull()
  const id = merchant?.isVisited === false ? merchant.id : null
  useEffect(() => {
    if (id !== null) localStorage.setItem(storageKey, id)
  }, [id])
}

/** The merchant of the menu: the open one; on screens of no merchant, such as the profile, the last one. */
export function useShownMerchant(): OpenMerchant | null {
  const open = useMerchantOrNull()
  const { merchants, person } = useSession()
  const isOperators = useMatches({ select: matches => matches.at(-1)?.fullPath.startsWith('/operator') === true })
  if (open !== null) return open
  const last = isOperators || person.isOperator ? undefined : lastMerchant(merchants)
  return last === undefined ? null : { ...last, isVisited: false }
}
