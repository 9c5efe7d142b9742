import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { findApprovedReceivers, readReceiver, receiverKeys } from './api.ts'

type Props = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'label'> & {
  merchantId: string
  /** Shown in front of the field, or only to screen readers where `isLabelled` is not set, as in a row of filters. */
  label: string
  isLabelled?: boolean
  value: string | null
  onChange: (receiverId: string | null) => void
}

/** Chooses among the approved receivers, however many there are: the server looks for what is typed. */
export function ReceiverSelect({ merchantId, label, isLabelled = false, value, onChange, ...select }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 200)
  const chosen = useQuery({
    queryKey: receiverKeys.one(merchantId, value),
    queryFn: () => readReceiver(merchantId, value ?? ''),
    enabled: value !== null,
  })
  // What is chosen stands in the field as text; it is not looked for again.
  const isChosen = chosen.data !== undefined && search === labelOf(chosen.data)
  const found = useQuery({
    queryKey: [...receiverKeys.all(merchantId), 'approved', isChosen ? '' : search],
    queryFn: () => findApprovedReceivers(merchantId, isChosen ? '' : search),
    placeholderData: keepPreviousData,
  })
  const options = [...(chosen.data === undefined ? [] : [chosen.data]), ...(found.data?.items ?? [])]
  const data = [...new Map(options.map(receiver => [receiver.id, receiver])).values()].map(receiver => ({
    value: receiver.id,
    label: labelOf(receiver),
  }))
  return (
    <Select
      {...(isLabelled
        ? { label }
        : { 'aria-label': label, placeholder: label, clearable: true, flex: '1 1 200px', maw: { sm: 280 } })}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options: all }) => all}
      {...select}
    />
  )
}

const labelOf = (receiver: { fantasyName: string; cnpj: string }) =>
  `${receiver.fantasyName} · ${formatTaxNumber(receiver.cnpj)}`
