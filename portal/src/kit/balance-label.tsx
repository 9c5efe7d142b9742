import { ActionIcon, Group, Popover, Text } from '@mantine/core'
import { useState } from 'react'
import { balanceTexts } from './balance-texts.ts'
import { IconInfoCircle } from './icons.tsx'
import { useTexts } from './texts.ts'

export type BalanceName = 'available' | 'held' | 'blocked' | 'total'

type Props = {
  of: BalanceName
  /** Where the screen calls it otherwise. */
  label?: string
}

/** The name of a balance, and a sign that says what it is. */
export function BalanceLabel({ of, label }: Props) {
  const words = useTexts(balanceTexts)
  const name = label ?? words[of]
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {name}
      <Popover opened={isOpen} onChange={setOpen} width={260} position="bottom" withArrow shadow="md">
        <Popover.Target>
          <ActionIcon
            variant="transparent"
            color="gray"
            size={24}
            my={-4}
            style={{ verticalAlign: 'middle' }}
            aria-label={words.whatIs(name)}
            onClick={() => setOpen(!isOpen)}
            onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          >
            <IconInfoCircle size={15} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown>
          <Text size="sm">{words[`${of}Means`]}</Text>
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

/** Where a phone shows rows as cards: the balances in them, whose explained headings it does not show. */
export const BalanceLegend = ({ balances }: { balances: readonly Required<Props>[] }) => (
  <Group hiddenFrom="sm" gap="4px 16px" mb="xs" fz="xs" c="dimmed">
    {balances.map(({ of, label }) => (
      <span key={label}>
        <BalanceLabel of={of} label={label} />
      </span>
    ))}
  </Group>
)
