import type { OperatorRole, Role } from '../../../../server/src/tenancy/people/permissions.ts'
import { Details } from '../../kit/details.tsx'
import { useLanguage } from '../../kit/language.ts'
import { TextLink } from '../../kit/link.tsx'
import { formatMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { Changes, changesIn } from '../../tenancy/audit-log/audit-log-changes.tsx'
import { operatorRoleTexts, roleTexts } from '../../tenancy/members/texts.ts'
import type { OperatorRequestItem } from './api.ts'
import { approvalTexts, fieldTexts, operatorActTexts, partyTexts } from './texts.ts'

/** Everything that the request says about the act: nothing of it is secret. */
export function WhatWillHappen({ request }: { request: OperatorRequestItem }) {
  const words = useTexts(approvalTexts)
  const names = useTexts(operatorActTexts)
  const spell = useSpelling()
  const fields: Record<string, string> = useTexts(fieldTexts)
  const { act, subject, merchant, details } = request
  const { changes: _changes, ...plain } = details as Record<string, unknown>
  const isNamed = !/^[0-9a-f]{8}-/.test(subject)
  return (
    <Details
      isRows
      items={[
        { label: words.what, value: names[act] },
        { label: words.about, value: isNamed ? subject : null },
        {
          label: words.merchant,
          value: merchant && (
            <TextLink size="sm" to="/operator/merchants/$id" params={{ id: merchant.id }}>
              {merchant.name}
            </TextLink>
          ),
        },
        ...Object.entries(plain).map(([name, value]) => ({
          label: fields[name] ?? name,
          value: spell(name, value),
        })),
        {
          label: words.changes,
          value: changesIn(details).length === 0 ? null : <Changes act={act} details={details} size="sm" />,
        },
      ]}
    />
  )
}

function useSpelling(): (name: string, value: unknown) => string | null {
  const words = useTexts(approvalTexts)
  const language = useLanguage()
  const parties: Record<string, string> = useTexts(partyTexts)
  const roles: Record<string, string> = { ...useTexts(roleTexts), ...useTexts(operatorRoleTexts) }
  return (name, value) => {
    if (value === null || value === undefined || value === '') return null
    if (typeof value === 'boolean') return value ? words.yes : words.no
    if (Array.isArray(value)) return (value as (Role | OperatorRole)[]).map(role => roles[role] ?? role).join(', ')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (name === 'amount' || name === 'books') return formatMoney(text, language)
    return name === 'party' ? (parties[text] ?? text) : text
  }
}
