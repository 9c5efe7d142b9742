import { Text } from '@mantine/core'
import type { ActName } from '../../../../server/src/tenancy/audit-log/act.ts'
import type { AuditLogEntry } from '../../../../server/src/tenancy/audit-log/portal-schemas.ts'
import { type Language, useLanguage } from '../../kit/language.ts'
import { TextLink } from '../../kit/link.tsx'
import { useMerchantOrNull } from '../../kit/merchant.ts'
import { formatMoney } from '../../kit/money.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { Changes, changesIn } from './audit-log-changes.tsx'
import { actNames } from '../../../../server/src/tenancy/audit-log/words.ts'
import { operatorRoleTexts, roleTexts } from '../members/texts.ts'

/** What was done, to what, and what was said about it. */
export function WhatWasDone({ entry }: { entry: AuditLogEntry }) {
  const language = useLanguage()
  const name = actNames[entry.act as ActName]?.[language] ?? entry.act
  const path = pathOf(entry, useMerchantOrNull() === null)
  const details = detailsOf(entry.details, language)
  const said = ['comment', 'note', 'reason'].map(key => textOf(entry.details, key)).find(text => text !== null) ?? null
  return (
    <div>
      <Text span inherit fw={500}>
        {path === null ? (
          name
        ) : (
          <TextLink to={path} inherit>
            {name}
          </TextLink>
        )}
      </Text>
      {details !== '' && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {details}
        </Text>
      )}
      <Changes act={entry.act} details={entry.details} />
      {said !== null && (
        <Text size="xs" fs="italic" style={{ overflowWrap: 'anywhere' }}>
          “{said}”
        </Text>
      )}
    </div>
  )
}

/** Where to see what it was done to, if that is a page of its own. */
function pathOf(
  { act, subject, merchantId, merchantName, details }: AuditLogEntry,
  isOperators: boolean,
): string | null {
  const [kind] = act.split('.')
  if (kind === 'alarm' && isOperators) return `/operator/alarms/${subject}`
  if (kind === 'exception' && isOperators) return `/operator/exceptions/${merchantId}/${subject}`
  if (merchantName === null) return null
  const requestId = textOf(details, 'requestId')
  const transactionId = textOf(details, 'transactionId')
  if (kind === 'request') return `/m/${merchantId}/requests/${subject}`
  if (kind === 'batch') return `/m/${merchantId}/batches/${subject}`
  // One that was removed has no page any more, and an import is of many.
  if (act === 'customer.make' || act === 'customer.change') return `/m/${merchantId}/customers/${subject}`
  if (kind === 'bill') return `/m/${merchantId}/bills/${subject}`
  if (kind === 'link') return `/m/${merchantId}/payment-links/${subject}`
  if (kind === 'receiver') return `/m/${merchantId}/receivers/${subject}`
  if (kind === 'transaction' || kind === 'taxNumber') return `/m/${merchantId}/transactions/${subject}`
  if (kind === 'exception' && transactionId !== null) return `/m/${merchantId}/transactions/${transactionId}`
  if (kind === 'document' && requestId !== null) return `/m/${merchantId}/requests/${requestId}`
  return null
}

type Details = object

const textOf = (details: Details, key: string): string | null => {
  const value = (details as Record<string, unknown>)[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** The parts of an entry worth a word, in the order people say them. */
const parts: [key: string, words: (value: string, language: Language) => string][] = [
  ['amount', (value, language) => formatMoney(value, language)],
  ['receiver', value => value],
  ['fantasyName', value => value],
  ['cnpj', value => formatTaxNumber(value)],
  ['bankName', value => value],
  ['name', value => value],
  ['email', value => value],
  ['fileName', value => value],
  ['url', value => value],
  ['outcome', value => value],
]

function detailsOf(details: Details, language: Language): string {
  const changed = new Set(changesIn(details).map(([name]) => name))
  const described = parts.flatMap(([key, words]) => {
    const value = textOf(details, key)
    return value === null || (changed.has(key) && key !== 'name') ? [] : [words(value, language)]
  })
  const { roles: given } = details as { roles?: unknown }
  const names: Record<string, string> = { ...roleTexts[language], ...operatorRoleTexts[language] }
  const roles = Array.isArray(given) && !changed.has('roles') ? (given as string[]) : []
  const known = roles.flatMap(role => names[role] ?? [])
  return [...described, ...(known.length === 0 ? [] : [known.join(', ')])].join(' · ')
}
