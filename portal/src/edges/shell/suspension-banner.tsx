import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { useMerchantOrNull } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import { shellTexts } from './texts.ts'

/** On every screen of a merchant that is suspended: what that means for it, and why. */
export function SuspensionBanner() {
  const words = useTexts(shellTexts)
  const reason = useMerchantOrNull()?.suspensionReason ?? null
  if (reason === null) return null
  return (
    <Alert role="note" color="red" icon={<IconAlertTriangle aria-hidden />} title={words.suspended} mb="lg">
      <Text size="sm">{words.suspendedHint}</Text>
      <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }}>
        <b>{words.suspendedWhy}</b> {reason}
      </Text>
    </Alert>
  )
}
