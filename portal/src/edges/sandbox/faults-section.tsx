import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormFailure, useChange, useSubmit } from '../../kit/form.tsx'
import { IconTrash } from '../../kit/icons.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type FaultView, type NewFault, everything, removeFault, sandboxKey, scriptFault } from './api.ts'
import { sandboxTexts } from './texts.ts'

/** The kinds, and for those that take time how long if nobody says and at most. */
const kinds = {
  webhookDuplicate: null,
  webhookDelay: { usual: 60, most: 3600 },
  webhookReorder: null,
  webhookDrop: null,
  slowBank: { usual: 5, most: 15 },
  refundRefused: null,
  slowBoleto: { usual: 10, most: 600 },
  boletoRefused: null,
} as const satisfies Record<NewFault['kind'], { usual: number; most: number } | null>

type Props = {
  merchantId: string
  faults: FaultView[]
  mayChange: boolean
}

/** What is scripted to go wrong, and how to script more. */
export function FaultsSection({ merchantId, faults, mayChange }: Props) {
  const words = useTexts(sandboxTexts)
  const remove = useChange((id: string) => removeFault(merchantId, id), {
    caches: view => [sandboxKey(merchantId), view],
    notifiesFailure: true,
  })
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {words.faults}
      </Title>
      <Text size="sm" c="dimmed">
        {words.faultsHint}
      </Text>
      {faults.length === 0 && <Text size="sm">{words.none}</Text>}
      {faults.map(({ id, kind, timesLeft, seconds }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm">
            <b>{words[kind]}</b> · {words.left(timesLeft)}
            {seconds !== null && ` · ${seconds} s`}
          </Text>
          {mayChange && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={words.remove(words[kind])}
              onClick={() => remove.mutate(id)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {mayChange && <NewFaultForm merchantId={merchantId} />}
    </Stack>
  )
}

function NewFaultForm({ merchantId }: { merchantId: string }) {
  const words = useTexts(sandboxTexts)
  const isWithin = (value: string, most: number) =>
    /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= most
  const form = useForm({
    initialValues: { kind: 'webhookDuplicate' as NewFault['kind'], times: '1', seconds: '' },
    validate: {
      times: value => (isWithin(value, 100) ? null : words.timesWrong),
      seconds: (value, { kind }) => {
        const bounds = kinds[kind]
        return bounds === null || isWithin(value, bounds.most) ? null : words.secondsWrong(bounds.most)
      },
    },
  })
  const { kind } = form.values
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    ({ times, seconds }) =>
      scriptFault(merchantId, {
        kind,
        times: Number(times),
        ...(kinds[kind] === null ? {} : { seconds: Number(seconds) }),
      }),
    { caches: view => [sandboxKey(merchantId), view], changes: everything, notice: words.scripted },
  )
  const choose = (chosen: NewFault['kind']) =>
    form.setValues({ kind: chosen, seconds: String(kinds[chosen]?.usual ?? '') })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="sm">
        <NativeSelect
          label={words.kind}
          description={words[`${kind}Hint`]}
          data={(Object.keys(kinds) as NewFault['kind'][]).map(value => ({ value, label: words[value] }))}
          value={kind}
          onChange={event => choose(event.currentTarget.value as NewFault['kind'])}
        />
        <Group align="flex-start" gap="xs" grow>
          <TextInput label={words.times} inputMode="numeric" {...form.getInputProps('times')} />
          {kinds[kind] !== null && (
            <TextInput label={words.seconds} inputMode="numeric" {...form.getInputProps('seconds')} />
          )}
        </Group>
        <FormFailure failure={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {words.script}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
