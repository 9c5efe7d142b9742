import { Alert, Button, Group, Loader, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle, IconCheck, IconClock } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { LinkButton } from '../../kit/link.tsx'
import { useTexts } from '../../kit/texts.ts'
import { isAddress, readDelivery, sendTest, webhookKeys } from './api.ts'
import { useAnswerWords } from './error-words.ts'
import { webhookTexts } from './texts.ts'

type Props = { merchantId: string; ownAddress: string | null; onClose: () => void }

/** Mounted when it opens: asks where to, sends, and waits for what comes of it. */
export function TestDialog({ merchantId, ownAddress, onClose }: Props) {
  const words = useTexts(webhookTexts)
  const [deliveryId, setDeliveryId] = useState<string | null>(null)
  const form = useForm({
    initialValues: { to: ownAddress === null ? 'other' : 'own', url: '' },
    validate: {
      url: (value, { to }) => (to === 'own' || isAddress(value.trim()) ? null : words.addressWrong),
    },
  })
  const submit = useSubmit(form, ({ to, url }) => sendTest(merchantId, to === 'own' ? null : url.trim()), {
    changes: [webhookKeys.deliveries(merchantId)],
    onDone: sent => setDeliveryId(sent.deliveryId),
  })
  if (deliveryId !== null)
    return (
      <Modal opened onClose={onClose} title={words.testTitle}>
        <Outcome merchantId={merchantId} deliveryId={deliveryId} onClose={onClose} />
      </Modal>
    )
  return (
    <FormDialog title={words.testTitle} onClose={onClose} submit={submit} label={words.testNow}>
      <Text size="sm" c="dimmed">
        {words.testIntro}
      </Text>
      {ownAddress !== null && (
        <Radio.Group label={words.testTo} {...form.getInputProps('to')}>
          <Stack gap="xs" mt={6}>
            <Radio
              value="own"
              label={words.testOwn}
              description={ownAddress}
              styles={{ description: { overflowWrap: 'anywhere' } }}
            />
            <Radio value="other" label={words.testOther} />
          </Stack>
        </Radio.Group>
      )}
      {form.values.to === 'other' && (
        <TextInput
          label={words.testOtherLabel}
          placeholder={words.addressPlaceholder}
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={2048}
          data-autofocus={ownAddress === null ? true : undefined}
          {...form.getInputProps('url')}
        />
      )}
    </FormDialog>
  )
}

const looks = {
  Pending: ['gray', IconClock],
  Success: ['trilho', IconCheck],
  Failed: ['red', IconAlertTriangle],
} as const

function Outcome({ merchantId, deliveryId, onClose }: { merchantId: string; deliveryId: string; onClose: () => void }) {
  const words = useTexts(webhookTexts)
  const kit = useTexts(kitTexts)
  const answerWords = useAnswerWords()
  const { data: delivery } = useQuery({
    queryKey: webhookKeys.delivery(merchantId, deliveryId),
    queryFn: () => readDelivery(merchantId, deliveryId),
    refetchInterval: query => (query.state.data?.status === 'Pending' ? 500 : false),
  })
  const status = delivery?.status ?? 'Pending'
  const [color, Sign] = looks[status]
  const title = { Pending: words.testSending, Success: words.testDelivered, Failed: words.testFailed }[status]
  const latency = delivery?.attempts.at(-1)?.latencyMs
  const answer = delivery?.lastAnswer ?? null
  return (
    <Stack>
      <Alert
        color={color}
        title={title}
        icon={status === 'Pending' ? <Loader size={18} color="gray" /> : <Sign aria-hidden />}
        role="status"
      >
        {answer !== null && (
          <>
            {answerWords(answer)}
            {latency !== undefined && ` · ${words.tookMs(latency)}`}
          </>
        )}
      </Alert>
      <Group justify="flex-end" gap="xs">
        <LinkButton variant="default" to="/m/$merchantId/webhooks/$deliveryId" params={{ merchantId, deliveryId }}>
          {words.seeDelivery}
        </LinkButton>
        <Button onClick={onClose}>{kit.close}</Button>
      </Group>
    </Stack>
  )
}
