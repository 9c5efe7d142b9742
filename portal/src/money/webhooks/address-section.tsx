import { Button, Checkbox, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { eventWords } from '../../kit/event-words.ts'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { Section } from '../../kit/section.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useTexts } from '../../kit/texts.ts'
import { type WebhookSettings, isAddress, setAddress, webhookKeys } from './api.ts'
import { webhookTexts } from './texts.ts'

type Props = { merchantId: string; settings: WebhookSettings | undefined; mayManage: boolean }

export function AddressSection({ merchantId, settings, mayManage }: Props) {
  const words = useTexts(webhookTexts)
  return (
    <Section title={words.address} description={words.addressIntro}>
      {settings === undefined ? (
        <Skeleton height={36} />
      ) : mayManage ? (
        // Anew when the settings have changed, so that the form begins with them.
        <AddressForm key={[settings.url, ...settings.events].join(' ')} merchantId={merchantId} settings={settings} />
      ) : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {settings.url ?? words.noAddress}
        </Text>
      )}
    </Section>
  )
}

function AddressForm({
  merchantId,
  settings: { url, events, optionalEvents },
}: {
  merchantId: string
  settings: WebhookSettings
}) {
  const words = useTexts(webhookTexts)
  const nameOf = useTexts(eventWords)
  const kit = useTexts(kitTexts)
  const form = useForm({
    initialValues: { url: url ?? '', events },
    validate: { url: value => (isAddress(value.trim()) ? null : words.addressWrong) },
  })
  const caches = (saved: WebhookSettings) => [webhookKeys.settings(merchantId), saved] as const
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    values => setAddress(merchantId, { ...values, url: values.url.trim() }),
    { caches, notice: words.saved },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <TextInput
          label={words.addressLabel}
          placeholder={words.addressPlaceholder}
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2048}
          {...form.getInputProps('url')}
        />
        {url === null && !form.isDirty() && (
          <Text size="sm" c="dimmed">
            {words.noAddress}
          </Text>
        )}
        <Checkbox.Group label={words.alsoSend} description={words.alsoSendHint} {...form.getInputProps('events')}>
          <Stack gap="xs" mt="xs">
            {optionalEvents.map(event => (
              <Checkbox key={event} value={event} label={nameOf[event]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FormFailure failure={failure} />
        <Group gap="xs">
          <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
            {kit.save}
          </Button>
          {url !== null && (
            <ConfirmAction
              title={words.clearTitle}
              message={words.clearHint}
              confirmLabel={words.clear}
              isDangerous
              onConfirm={() => setAddress(merchantId, { url: null })}
              caches={caches}
              notice={words.cleared}
            >
              {ask => (
                <Button variant="subtle" color="gray" onClick={ask}>
                  {words.clear}
                </Button>
              )}
            </ConfirmAction>
          )}
        </Group>
      </Stack>
    </form>
  )
}
