import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { isFailure } from '../../kit/api.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { FormFailure, useSubmit } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { LoadingScreen } from '../../kit/loading-screen.tsx'
import { confirmSecondFactor, startSecondFactor, peopleKeys } from './api.ts'
import { profileTexts } from './texts.ts'

type Props = {
  /** They are on; the parent shows the recovery codes next. */
  onEnabled: (recoveryCodes: string[]) => void
}

/** Turns one-time codes on: scan, and type the first code. */
export function EnrolSecondFactor({ onEnabled }: Props) {
  const words = useTexts(profileTexts)
  const started = useQuery({
    queryKey: peopleKeys.secondFactor,
    queryFn: startSecondFactor,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const form = useForm({ initialValues: { code: '' } })
  const { onSubmit, isSending, failure } = useSubmit(
    form,
    async ({ code }) => {
      try {
        return await confirmSecondFactor(code.replace(/\s/g, ''))
      } catch (error) {
        if (!isFailure(error, 'SignInRefused')) throw error
        form.setErrors({ code: words.codeWrong })
        return null
      }
    },
    { onDone: answer => answer !== null && onEnabled(answer.recoveryCodes) },
  )

  if (started.error !== null) return <ErrorState error={started.error} retry={() => void started.refetch()} />
  if (started.isPending) return <LoadingScreen />
  const { qrCode, secret } = started.data
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <Text fw={600} size="sm">
          {words.scan}
        </Text>
        <img
          src={qrCode}
          alt={words.qrAlt}
          width={184}
          height={184}
          style={{
            background: '#fff',
            padding: 8,
            borderRadius: 8,
            border: '1px solid var(--line)',
            alignSelf: 'center',
          }}
        />
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            {words.scanHint}
          </Text>
          <Group gap={4} wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</Code>
            <CopyButton value={secret} what={words.secretKey} />
          </Group>
        </div>
        <TextInput
          label={words.typeCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          required
          {...form.getInputProps('code')}
        />
        <FormFailure failure={failure} />
        <Button type="submit" loading={isSending}>
          {words.turnOn}
        </Button>
      </Stack>
    </form>
  )
}
