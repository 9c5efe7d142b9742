import { ActionIcon, Popover, Text } from '@mantine/core'
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
  return (
    <>
      {name}
      <Popover width={260} position="bottom" withArrow shadow="md">
        <Popover.Target>
          <ActionIcon
            variant="transparent"
            color="gray"
            size={24}
            my={-4}
            style={{ verticalAlign: 'middle' }}
            aria-label={words.whatIs(name)}
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
