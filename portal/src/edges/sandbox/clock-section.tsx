import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { notifyFailure } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type SandboxView, moveClock } from './api.ts'
import { spanWords } from './span-words.ts'
import { sandboxTexts } from './texts.ts'

const presets = { minutes15: 900, hour: 3_600, day: 86_400, month: 30 * 86_400 } as const

type Props = {
  merchantId: string
  clock: SandboxView['clock']
  mayChange: boolean
  onDone: (view: SandboxView) => void
}

/** What time it is for the merchant, and how to move it on. */
export function ClockSection({ merchantId, clock, mayChange, onDone }: Props) {
  const words = useTexts(sandboxTexts)
  const language = useLanguage()
  const form = useForm({
    initialValues: { to: '' },
    validate: { to: value => (value === '' ? words.toWrong : null) },
  })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    // São Paulo has had no summer time since 2019.
    ({ to }) => moveClock(merchantId, { to: `${to}:00-03:00` }),
    { onDone },
  )
  const [isMoving, setIsMoving] = useState(false)
  async function move(forward: number) {
    setIsMoving(true)
    await moveClock(merchantId, { forward }).then(onDone, notifyFailure)
    setIsMoving(false)
  }
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {words.clock}
      </Title>
      <Text size="sm">
        {words.yourTime} <b>{<When at={clock.time} />}</b>.{' '}
        {clock.aheadSeconds === 0 ? words.notAhead : `${words.ahead(spanWords(clock.aheadSeconds, language))}.`}
      </Text>
      <Text size="sm" c="dimmed">
        {words.clockHint}
      </Text>
      {mayChange && (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="sm">
            <Group gap="xs" role="group" aria-label={words.forward}>
              {(Object.keys(presets) as (keyof typeof presets)[]).map(name => (
                <Button
                  key={name}
                  variant="default"
                  size="xs"
                  disabled={isMoving || isSending}
                  onClick={() => void move(presets[name])}
                >
                  + {words[name]}
                </Button>
              ))}
            </Group>
            <Group align="flex-start" gap="xs" wrap="nowrap">
              <TextInput type="datetime-local" label={words.to} flex="1 1 0" miw={0} {...form.getInputProps('to')} />
              <Button type="submit" variant="default" mt={24} flex="none" loading={isSending} disabled={isMoving}>
                {words.move}
              </Button>
            </Group>
            <FormFailure failure={failure} />
          </Stack>
        </form>
      )}
    </Stack>
  )
}
