import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { oneOf, useFilters } from './filters.tsx'

type Props = {
  /** The name in the address. */
  filter: string
  tabs: [Tab, ...Tab[]]
}
type Tab = { value: string; label: string; panel: ReactNode }

/** Lists of one screen, each behind a tab; the address says which is shown, else it is the first. */
export function TabsInUrl({ filter, tabs }: Props) {
  const { values, set } = useFilters({ [filter]: oneOf(tabs.map(({ value }) => value)) })
  return (
    <Tabs value={values[filter] ?? tabs[0].value} onChange={value => set({ [filter]: value })} keepMounted={false}>
      <Tabs.List mb="lg">
        {tabs.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map(({ value, panel }) => (
        <Tabs.Panel key={value} value={value}>
          {panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
