import { Button, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFlask } from '../../kit/icons.tsx'
import { notifyDone, notifyFailure, notifyWarning } from '../../kit/notify.tsx'
import { useChange } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type TransactionView, type SimulateBody, simulateTransaction, transactionKeys } from './api.ts'
import { PayDialog } from './pay-dialog.tsx'
import { actTexts } from './texts.ts'
import classes from './sandbox-panel.module.css'

/** What a bank would report, and which simulation stands for it. */
const outcomes = {
  accepted: 'register',
  paid: 'complete',
  paidByBoleto: 'pay-boleto',
  boletoSettled: 'settle-boleto',
  cancelled: 'cancel',
  failed: 'error',
  reversed: 'reverse',
  forcedReturn: 'refund',
} as const satisfies Partial<Record<TransactionView['simulations'][number], SimulateBody['outcome']>>

type Playable = keyof typeof outcomes
const isPlayable = (event: string): event is Playable => event in outcomes

type Props = {
  transaction: TransactionView
  merchantId: string
  /** It is a bill that can be paid by boleto, too. */
  hasBoleto?: boolean
}

/** The bank's part, played by hand. Exists in a sandbox only. */
export function SandboxPanel({ transaction, merchantId, hasBoleto = false }: Props) {
  const words = useTexts(actTexts)
  const [isPaying, { open, close }] = useDisclosure(false)
  const simulate = useChange((body: SimulateBody) => simulateTransaction(merchantId, transaction.id, body), {
    changes: [transactionKeys.one(merchantId, transaction.id)],
    onDone: ({ webhookCalled }) => (webhookCalled ? notifyDone(words.simulated) : notifyWarning(words.webhookFailed)),
  })
  const isPaidBySlip = transaction.state === 'ToSettle'
  const busy = simulate.isPending && !isPaying ? simulate.variables.outcome : null
  const possible = transaction.simulations.flatMap((event): Playable[] => {
    if (!isPlayable(event)) return []
    return event === 'paid' && hasBoleto && !isPaidBySlip ? [event, 'paidByBoleto'] : [event]
  })
  if (possible.length === 0) return null
  const isCharge = transaction.payable !== null
  const payWord = transaction.payable?.qrCode === null ? words.pay : words.payThisQr
  const wordOf = (event: Playable) => {
    if (event !== 'paid') return words[outcomes[event]]
    return isCharge ? payWord : isPaidBySlip ? words.payTwice : words.complete
  }

  function press(event: Playable) {
    if (event === 'paid' && isCharge) return open()
    simulate.mutate({ outcome: outcomes[event] }, { onError: notifyFailure })
  }

  return (
    <section className={classes.panel}>
      <Title order={2} className={classes.title}>
        <IconFlask size={16} aria-hidden />
        {words.sandbox}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {words.sandboxHint}
      </Text>
      <Group gap="xs">
        {possible.map(event => (
          <Button
            key={event}
            size="xs"
            variant={event === 'paid' && !isPaidBySlip ? 'filled' : 'default'}
            loading={busy === outcomes[event]}
            disabled={busy !== null && busy !== outcomes[event]}
            onClick={() => press(event)}
          >
            {wordOf(event)}
          </Button>
        ))}
      </Group>
      {isPaying && <PayDialog transaction={transaction} pay={body => simulate.mutateAsync(body)} onClose={close} />}
    </section>
  )
}
