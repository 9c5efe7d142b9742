import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { summaryQuery } from './api.ts'
import { approvalTexts } from './texts.ts'

/** On every screen of an operator, until there are two. */
export function AloneBanner() {
  const words = useTexts(approvalTexts)
  const { isSandbox, platformPermissions } = useSession()
  const { data } = useQuery({ ...summaryQuery, enabled: !isSandbox && platformPermissions.length > 0 })
  if (data?.isAlone !== true) return null
  return (
    <Alert role="note" color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.alone} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 260px' }}>
          {data.isAllowedAlone ? words.aloneHint : words.aloneRefusedHint}
        </Text>
        <LinkButton variant="default" size="xs" to="/operator/people">
          {words.seePeople}
        </LinkButton>
      </Group>
    </Alert>
  )
}
