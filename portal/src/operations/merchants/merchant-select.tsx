import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findMerchants, merchantKeys } from './api.ts'

const waitMs = 250

/** Chooses one of all merchants, found by name or CNPJ. */
export function MerchantSelect(props: Omit<SelectProps, 'data'>) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, waitMs)
  const { data = [] } = useQuery({
    queryKey: [...merchantKeys.all, 'select', search],
    queryFn: () => findMerchants(search),
  })
  return (
    <Select
      {...props}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
