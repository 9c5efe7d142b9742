import { Anchor, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { api, shellHooks } from './api.ts'
import { FormEnd } from './form-dialog.tsx'
import { useSubmit } from './form.tsx'
import { kitTexts } from './kit-texts.ts'
import { useSession } from './session.ts'
import { useTexts } from './texts.ts'

/** The dialog that a sensitive call opens by itself: password or code, and then the call is made again. */
export function ConfirmIdentity() {
  const words = useTexts(kitTexts)
  const { person } = useSession()
  const [opened, setOpened] = useState(false)
  const [wantsCode, setWantsCode] = useState(false)
  const answer = useRef<(confirmed: boolean) => void>(() => {})
  const form = useForm({ initialValues: { password: '', code: '' } })

  useEffect(() => {
    shellHooks.confirmIdentity = () =>
      new Promise(resolve => {
        answer.current(false)
        answer.current = resolve
        setOpened(true)
      })
    return () => void (shellHooks.confirmIdentity = async () => false)
  }, [])

  function end(confirmed: boolean) {
    answer.current(confirmed)
    setOpened(false)
    submit.reset()
    form.reset()
  }

  const submit = useSubmit(
    form,
    ({ password, code }) => api.post('/confirm', wantsCode ? { code: code.replace(/\s/g, '') } : { password }),
    { onDone: () => end(true) },
  )

  return (
    <Modal
      opened={opened}
      onClose={() => end(false)}
      title={words.confirmTitle}
      zIndex={400}
      overlayProps={{ backgroundOpacity: 0.3 }}
    >
      <form onSubmit={submit.onSubmit}>
        <Stack>
          <Text size="sm" c="dimmed">
            {person.hasSecondFactor ? words.confirmIntro : words.confirmIntroPassword}
          </Text>
          {wantsCode ? (
            <TextInput
              key="code"
              label={words.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              data-autofocus
              required
              {...form.getInputProps('code')}
            />
          ) : (
            <PasswordInput
              key="password"
              label={words.password}
              autoComplete="current-password"
              data-autofocus
              required
              {...form.getInputProps('password')}
            />
          )}
          {person.hasSecondFactor && (
            <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setWantsCode(!wantsCode)}>
              {wantsCode ? words.usePassword : words.useCode}
            </Anchor>
          )}
          <FormEnd submit={submit} onCancel={() => end(false)} label={words.confirm} />
        </Stack>
      </form>
    </Modal>
  )
}
