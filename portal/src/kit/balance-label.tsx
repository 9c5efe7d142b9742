import { ActionIcon, Group, Popover, Text } from '@mantine/core'
import { useState } from 'react'
import { IconInfoCircle } from './icons.tsx'
import { bilingual, useTexts } from './texts.ts'

export type BalanceName = 'available' | 'held' | 'blocked' | 'reserved' | 'total'

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

/** The balances, called and explained alike wherever one is shown. */
const balanceTexts = bilingual({
  available: ['Disponível', 'Available'],
  held: ['Reservado', 'Held'],
  blocked: ['Bloqueado', 'Blocked'],
  reserved: ['Em garantia', 'In reserve'],
  total: ['Total', 'Total'],
  whatIs: [(name: string) => `O que é ${name}?`, (name: string) => `What is ${name}?`],
  availableMeans: [
    'O que pode ser enviado, sacado ou devolvido agora.',
    'What can be sent, withdrawn or refunded now.',
  ],
  heldMeans: [
    'Separado para envios e devoluções em andamento. Sai quando o banco confirma, ou volta ao disponível se falharem.',
    'Set aside for payments and refunds in progress. It leaves when the bank confirms, or becomes available again if they fail.',
  ],
  blockedMeans: [
    'Um banco contestou um pagamento recebido (MED). O valor aguarda a decisão: é devolvido ao pagador ou volta a ficar disponível.',
    'A bank disputes a payment you have received (MED). The money waits for the decision: it is returned to the payer or becomes available again.',
  ],
  reservedMeans: [
    'Uma parte do que foi recebido, guardada por alguns dias. Depois fica disponível por si só.',
    'A part of what was received, held back for some days. Then it becomes available by itself.',
  ],
  totalMeans: [
    'Disponível, reservado, bloqueado e em garantia, juntos.',
    'Available, held, blocked and in reserve, together.',
  ],
})
