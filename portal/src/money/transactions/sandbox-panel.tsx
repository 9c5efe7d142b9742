import { Button, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconFlask } from '../../kit/icons.tsx'
import { notifyDone, notifyFailure, notifyWarning } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type TransactionView, type SimulateBody, simulateTransaction, transactionKeys } from './api.ts'
import { PayDialog } from './pay-dialog.tsx'
import { actTexts } from './texts.ts'
import classes from './sandbox-panel.module.css'

/** What a bank would report, and which simulation stands for it. */
const outcomes = {
  accepted: 'register',
  paid: 'complete',
  cancelled: 'cancel',
  failed: 'error',
  reversed: 'reverse',
  forcedReturn: 'refund',
} as const satisfies Partial<Record<TransactionView['simulations'][number], SimulateBody['outcome']>>

type Playable = keyof typeof outcomes
const isPlayable = (event: string): event is Playable => event in outcomes

/** The bank's part, played by hand. Exists in a sandbox only. */
export function SandboxPanel({ transaction, merchantId }: { transaction: TransactionView; merchantId: string }) {
  const words = useTexts(actTexts)
  const queryClient = useQueryClient()
  const [isPaying, { open, close }] = useDisclosure(false)
  const [busy, setBusy] = useState<Playable | null>(null)
  const possible = transaction.simulations.filter(isPlayable)
  if (possible.length === 0) return null
  const isCharge = transaction.payable !== null
  const payWord = transaction.payable?.qrCode === null ? words.pay : words.payThisQr

  async function play(body: SimulateBody) {
    const { webhookCalled } = await simulateTransaction(merchantId, transaction.id, body)
    if (webhookCalled) notifyDone(words.simulated)
    else notifyWarning(words.webhookFailed)
    await queryClient.invalidateQueries({ queryKey: transactionKeys.one(merchantId, transaction.id) })
  }

  async function press(event: Playable) {
    if (event === 'paid' && isCharge) return open()
    setBusy(event)
    try {
      await play({ outcome: outcomes[event] })
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(null)
    }
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
            variant={event === 'paid' ? 'filled' : 'default'}
            loading={busy === event}
            disabled={busy !== null && busy !== event}
            onClick={() => void press(event)}
          >
            {event === 'paid' && isCharge ? payWord : words[outcomes[event]]}
          </Button>
        ))}
      </Group>
      {isPaying && <PayDialog transaction={transaction} pay={play} onClose={close} />}
    </section>
  )
}
