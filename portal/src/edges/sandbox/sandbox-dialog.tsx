import { Divider, Modal, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { OpenMerchant } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type SandboxView, sandboxKey, useSandbox } from './api.ts'
import { ClockSection } from './clock-section.tsx'
import { sandboxTexts } from './texts.ts'
import { FaultsSection } from './faults-section.tsx'

type Props = { merchant: OpenMerchant; opened: boolean; onClose: () => void }

/** Time and faults of a merchant in a sandbox. Those who may not change them only see them. */
export default function SandboxDialog({ merchant, opened, onClose }: Props) {
  const words = useTexts(sandboxTexts)
  const queries = useQueryClient()
  const { data } = useSandbox(merchant.id)
  const mayChange = merchant.permissions.includes('transactions.simulate')
  const keep = (view: SandboxView) => queries.setQueryData(sandboxKey(merchant.id), view)
  const keepAndSay = (message: string) => (view: SandboxView) => {
    keep(view)
    // What has ended by it is on whatever screen is open.
    void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sandbox' })
    notifyDone(message)
  }
  return (
    <Modal opened={opened} onClose={onClose} title={words.open}>
      {data !== undefined && (
        <Stack gap="lg">
          <ClockSection
            merchantId={merchant.id}
            clock={data.clock}
            mayChange={mayChange}
            onDone={keepAndSay(words.moved)}
          />
          <Divider />
          <FaultsSection
            merchantId={merchant.id}
            faults={data.faults}
            mayChange={mayChange}
            onScripted={keepAndSay(words.scripted)}
            onRemoved={keep}
          />
        </Stack>
      )}
    </Modal>
  )
}
