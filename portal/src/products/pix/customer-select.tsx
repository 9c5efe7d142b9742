import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type ChargedCustomer, findCustomers } from './api.ts'
import { chargeTexts } from './texts.ts'

type Props = {
  merchantId: string
  value: ChargedCustomer | null
  onChange: (customer: ChargedCustomer | null) => void
  /** Among the filters of a list, where its name stands in it. */
  isFilter?: boolean
}

/** Chooses among the customers, however many there are: the server looks for what is typed. Nothing while there are none. */
export function CustomerSelect({ merchantId, value, onChange, isFilter = false }: Props) {
  const words = useTexts(chargeTexts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  // What is chosen stands in the field as text; it is not looked for again.
  const q = value !== null && search === labelOf(value) ? '' : search
  const { data } = useQuery({
    queryKey: ['customers', merchantId, 'select', q],
    queryFn: () => findCustomers(merchantId, q),
    placeholderData: keepPreviousData,
  })
  if (data === undefined || (data.items.length === 0 && q === '')) return null
  const all = new Map([...(value === null ? [] : [value]), ...data.items].map(one => [one.id, one]))
  return (
    <Select
      {...(isFilter
        ? { 'aria-label': words.customerFilter, placeholder: words.customerFilter, flex: '1 1 150px', maw: { sm: 240 } }
        : { label: words.customer, description: words.customerHint, placeholder: words.customerSearch })}
      nothingFoundMessage={words.customerNone}
      data={[...all.values()].map(one => ({ value: one.id, label: labelOf(one) }))}
      value={value?.id ?? null}
      onChange={id => onChange(id === null ? null : (all.get(id) ?? null))}
      clearable
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
    />
  )
}

const labelOf = ({ name, document }: ChargedCustomer) =>
  document === null ? name : `${name} · ${formatTaxNumber(document)}`
