import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { usePermission } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import { formatWhen } from '../../kit/when.tsx'
import { readSuccessors, stopSuccessor, successorKeys } from './api.ts'
import { successorTexts } from './texts.ts'

/** Above the team: whom operators will make an owner, unless an owner stops it. */
export function WaitingSuccessors({ merchantId }: { merchantId: string }) {
  const words = useTexts(successorTexts)
  const language = useLanguage()
  const mayManage = usePermission('members.manage')
  const { data = [] } = useQuery({ queryKey: successorKeys.all(merchantId), queryFn: () => readSuccessors(merchantId) })
  return data.map(({ id, name, email, note, requestedBy, effectiveAt }) => (
    <Alert
      key={id}
      role="note"
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={words.another(name)}
      mb="lg"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" style={{ flex: '1 1 260px', overflowWrap: 'anywhere' }}>
          {words.waits(name, email, formatWhen(effectiveAt, language, 'exact'), requestedBy)} <b>{words.reason}</b> “
          {note}”
        </Text>
        {mayManage && (
          <ConfirmAction
            title={words.stopQuestion(name)}
            message={words.stopHint}
            confirmLabel={words.stop}
            isDangerous
            onConfirm={() => stopSuccessor(merchantId, id)}
            changes={[successorKeys.all(merchantId)]}
            notice={words.stopped}
          >
            {open => (
              <Button color="red" size="xs" onClick={open}>
                {words.stop}
              </Button>
            )}
          </ConfirmAction>
        )}
      </Group>
    </Alert>
  ))
}
