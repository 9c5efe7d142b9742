import { UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActName } from '../../../../server/src/tenancy/audit-log/act.ts'
import type { AuditLogEntry } from '../../../../server/src/tenancy/audit-log/portal-schemas.ts'
import type { MembersView, PeopleView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { api } from '../../kit/api.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { DayRange } from '../../kit/day-range.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, FilterSelect, aDay, anyText, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconHistory } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useList } from '../../kit/list.ts'
import { useMerchantOrNull } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { actNames } from '../../../../server/src/tenancy/audit-log/words.ts'
import { auditLogTexts } from './texts.ts'
import { WhatWasDone } from './audit-log-entry.tsx'

const names = Object.keys(actNames) as ActName[]
const shape = { person: anyText, act: oneOf(names), from: aDay, to: aDay }

/** Who changed what, when and from where: of one merchant, or of the whole platform where none is open. */
export function AuditLogScreen() {
  const words = useTexts(auditLogTexts)
  const language = useLanguage()
  const merchant = useMerchantOrNull()
  const { values, set, clear, isFiltered } = useFilters(shape)
  const list = useList<AuditLogEntry>(
    ['audit-log', merchant?.id ?? 'platform'],
    merchant === null ? '/operator/audit-log' : `/merchants/${merchant.id}/audit-log`,
    { person: values.person, act: values.act, from: startOf(values.from), to: endOf(values.to ?? values.from) },
  )
  const people = usePeople(merchant?.id ?? null, list.rows)

  const columns: Column<AuditLogEntry>[] = [
    { header: words.what, cell: entry => <WhatWasDone entry={entry} /> },
    {
      header: words.who,
      cell: ({ personId, personName }) =>
        personId === null ? (
          words.console
        ) : (
          <UnstyledButton
            className="quiet-link"
            fz="inherit"
            style={{
              display: 'block',
              maxWidth: 180,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
            title={personName}
            onClick={() => set({ person: personId })}
            aria-label={words.onlyThisPerson(personName)}
          >
            {personName}
          </UnstyledButton>
        ),
    },
    ...(merchant === null
      ? [{ header: words.merchant, cell: (entry: AuditLogEntry) => entry.merchantName ?? words.platform }]
      : []),
    { header: words.where, cell: entry => <span className="tabular">{entry.address}</span> },
    { header: words.when, cell: entry => <When at={entry.at} />, align: 'right' },
  ]

  return (
    <Page title={words.log} description={words.logIntro}>
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <FilterSelect
          label={words.person}
          value={values.person}
          onChange={person => set({ person })}
          options={people}
        />
        <FilterSelect
          label={words.act}
          value={values.act}
          onChange={act => set({ act })}
          options={names.map(name => ({ value: name, label: actNames[name][language] }))}
        />
        <DayRange from={values.from} to={values.to} onChange={set} />
      </FilterBar>
      <DataTable
        caption={words.log}
        columns={columns}
        list={list}
        rowKey={entry => `${entry.merchantId} ${entry.sequence}`}
        empty={<EmptyList isFiltered={isFiltered} icon={IconHistory} title={words.nothing} hint={words.nothingHint} />}
      />
    </Page>
  )
}

/** Whom one can choose: who is there now, and who is in the list although gone. */
function usePeople(merchantId: string | null, entries: AuditLogEntry[]): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['people-of-audit-log', merchantId],
    queryFn: async () => {
      if (merchantId === null)
        return (await api.get<PeopleView>('/operator/people', { limit: 100 })).items.map(({ id, name }) => ({
          id,
          name,
        }))
      const { items } = await api.get<MembersView>(`/merchants/${merchantId}/members`, { limit: 100 })
      return items.map(({ personId, name }) => ({ id: personId, name }))
    },
    staleTime: 60_000,
  })
  const seen = entries.flatMap(({ personId, personName }) =>
    personId === null ? [] : [{ id: personId, name: personName }],
  )
  const all = new Map([...seen, ...data].map(({ id, name }) => [id, name]))
  return [...all].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))
}

/** Days are São Paulo's, which has kept one offset all year since 2019. */
const startOf = (day: string | null) => (day === null ? null : `${day}T00:00:00-03:00`)
const endOf = (day: string | null) =>
  day === null ? null : new Date(Date.parse(`${day}T00:00:00-03:00`) + 24 * 60 * 60 * 1000).toISOString()
