import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { recoveryQuery } from './api.ts'
import { recoveryTexts } from './texts.ts'

/** On the operators' overview while no money leaves, or while the server is a copy. */
export function RecoveryBanner() {
  const words = useTexts(recoveryTexts)
  const { data } = useQuery(recoveryQuery)
  const recovery = data?.recovery ?? null
  if (recovery === null) return null
  const isCopy = recovery.role === 'copy'
  return (
    <Alert
      role="note"
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title={isCopy ? words.copy : recovery.releasedAt === null ? words.held : words.heldSome}
      mb="lg"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {isCopy ? words.copyHint : words.heldHint} <When at={recovery.lostFrom} />.
        </Text>
        {!isCopy && (
          <LinkButton variant="default" size="xs" to="/operator/recovery">
            {words.see}
          </LinkButton>
        )}
      </Group>
    </Alert>
  )
}
