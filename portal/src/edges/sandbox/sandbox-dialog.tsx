import { Divider, Modal, Stack } from '@mantine/core'
import type { OpenMerchant } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import { useSandbox } from './api.ts'
import { ClockSection } from './clock-section.tsx'
import { sandboxTexts } from './texts.ts'
import { FaultsSection } from './faults-section.tsx'

type Props = { merchant: OpenMerchant; opened: boolean; onClose: () => void }

/** Time and faults of a merchant in a sandbox. Those who may not change them only see them. */
export default function SandboxDialog({ merchant, opened, onClose }: Props) {
  const words = useTexts(sandboxTexts)
  const { data } = useSandbox(merchant.id)
  const mayChange = merchant.permissions.includes('transactions.simulate')
  return (
    <Modal opened={opened} onClose={onClose} title={words.open}>
      {data !== undefined && (
        <Stack gap="lg">
          <ClockSection merchantId={merchant.id} clock={data.clock} mayChange={mayChange} />
          <Divider />
          <FaultsSection merchantId={merchant.id} faults={data.faults} mayChange={mayChange} />
        </Stack>
      )}
    </Modal>
  )
}
