import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { SecretOnce } from '../../kit/secret-once.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type NewWebhookSecret, type WebhookSettings, rotateSecret, webhookKeys } from './api.ts'
import { webhookTexts } from './texts.ts'

type Props = { merchantId: string; settings: WebhookSettings | undefined; mayManage: boolean }

export function SecretSection({ merchantId, settings, mayManage }: Props) {
  const words = useTexts(webhookTexts)
  const [made, setMade] = useState<NewWebhookSecret | null>(null)

  return (
    <Section title={words.secret} description={words.secretIntro}>
      {settings === undefined ? (
        <Skeleton height={36} />
      ) : (
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            {words.secretSince} <When at={settings.secretSetAt} />
            {settings.previousSecretValidUntil !== null && (
              <Text span display="block" c="dimmed" mt={4}>
                {words.previousUntil} <When at={settings.previousSecretValidUntil} />
              </Text>
            )}
          </Text>
          {mayManage && (
            <ConfirmAction
              title={words.rotateTitle}
              message={words.rotateHint}
              confirmLabel={words.rotate}
              onConfirm={() => rotateSecret(merchantId)}
              changes={[webhookKeys.settings(merchantId)]}
              onDone={setMade}
            >
              {ask => (
                <Button variant="default" onClick={ask}>
                  {words.rotate}
                </Button>
              )}
            </ConfirmAction>
          )}
        </Stack>
      )}
      <SecretOnce
        opened={made !== null}
        title={words.rotated}
        values={[{ label: words.newSecret, value: made?.webhookSecret ?? '' }]}
        onKept={() => setMade(null)}
      >
        {made !== null && (
          <Text size="sm">
            {words.previousUntil} <When at={made.previousValidUntil} />. {words.headers}
          </Text>
        )}
      </SecretOnce>
    </Section>
  )
}
