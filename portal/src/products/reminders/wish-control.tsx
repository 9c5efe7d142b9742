import { Button, Group, Text } from '@mantine/core'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { formatWhen } from '../../kit/format-when.ts'
import { useLanguage } from '../../kit/language.ts'
import { usePermission } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import { type Wish, reminderKeys } from './api.ts'
import { reminderTexts } from './texts.ts'

type Props = { merchantId: string; wish: Wish; set: (isRefused: boolean) => Promise<Wish> }

/** Whether a payer gets reminders, since when not, and the button that changes it. */
export function WishControl({ merchantId, wish, set }: Props) {
  const words = useTexts(reminderTexts)
  const language = useLanguage()
  const mayChange = usePermission('charges.make')
  const { isRefused, refusedAt, byPayer } = wish
  const day = refusedAt === null ? '' : formatWhen(refusedAt, language, 'date')
  const label = isRefused ? words.resume : words.stop
  return (
    <Group gap="sm" justify="space-between">
      <Text size="sm">
        {!isRefused ? words.wished : byPayer === true ? words.refusedByPayer(day) : words.refusedByPerson(day)}
      </Text>
      {mayChange && (
        <ConfirmAction
          title={isRefused ? words.resumeTitle : words.stopTitle}
          message={isRefused ? words.resumeMessage : words.stopMessage}
          confirmLabel={label}
          onConfirm={() => set(!isRefused)}
          changes={[reminderKeys.all(merchantId)]}
          notice={isRefused ? words.resumed : words.stopped}
        >
          {open => (
            <Button variant="default" size="xs" onClick={open}>
              {label}
            </Button>
          )}
        </ConfirmAction>
      )}
    </Group>
  )
}
