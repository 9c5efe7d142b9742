import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormFailure, useChange, useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type SandboxView, everything, moveClock, sandboxKey } from './api.ts'
import { spanWords } from './span-words.ts'
import { sandboxTexts } from './texts.ts'

const presets = { minutes15: 900, hour: 3_600, day: 86_400, month: 30 * 86_400 } as const

type Props = {
  merchantId: string
  clock: SandboxView['clock']
  mayChange: boolean
}

/** What time it is for the merchant, and how to move it on. */
export function ClockSection({ merchantId, clock, mayChange }: Props) {
  const words = useTexts(sandboxTexts)
  const language = useLanguage()
  const form = useForm({
    initialValues: { to: '' },
    validate: { to: value => (value === '' ? words.toWrong : null) },
  })
  const options = {
    caches: (view: SandboxView) => [sandboxKey(merchantId), view] as const,
    changes: everything,
    notice: words.moved,
  }
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    // São Paulo has had no summer time since 2019.
    ({ to }) => moveClock(merchantId, { to: `${to}:00-03:00` }),
    options,
  )
  const { mutate: move, isPending: isMoving } = useChange((forward: number) => moveClock(merchantId, { forward }), {
    ...options,
    notifiesFailure: true,
  })
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
                  onClick={() => move(presets[name])}
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
