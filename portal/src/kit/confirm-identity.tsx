import { Anchor, Button, Divider, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { api, shellHooks } from './api.ts'
import { FormEnd } from './form-dialog.tsx'
import { useChange, useSubmit } from './form.tsx'
import { IconFingerprint } from './icons.tsx'
import { kitTexts } from './kit-texts.ts'
import { onConfirmedBySso, openProvider } from './confirm-by-sso.ts'
import { canUsePasskeys, confirmWithPasskey } from './passkeys.ts'
import { useSession } from './session.ts'
import { useTexts } from './texts.ts'

/** The dialog that a sensitive call opens by itself: passkey, password or code, and then the call is made again. */
export function ConfirmIdentity() {
  const words = useTexts(kitTexts)
  const { person, isSso } = useSession()
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
    passkey.reset()
    provider.reset()
    form.reset()
  }

  const submit = useSubmit(
    form,
    ({ password, code }) => api.post('/confirm', wantsCode ? { code: code.replace(/\s/g, '') } : { password }),
    { onDone: () => end(true) },
  )

  const passkey = useChange(confirmWithPasskey, { onDone: () => end(true) })
  const provider = useChange(openProvider)
  const failure = submit.failure ?? passkey.error ?? provider.error
  useEffect(() => (opened && isSso ? onConfirmedBySso(() => end(true)) : undefined))

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
          {person.hasPasskey && canUsePasskeys() && (
            <>
              <Button
                variant="default"
                leftSection={<IconFingerprint size={18} />}
                loading={passkey.isPending}
                onClick={() => passkey.mutate()}
              >
                {words.usePasskey}
              </Button>
              <Divider label={words.or} />
            </>
          )}
          {isSso && (
            <>
              <Button variant="default" loading={provider.isPending} onClick={() => provider.mutate()}>
                {words.useSso}
              </Button>
              <Divider label={words.or} />
            </>
          )}
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
          <FormEnd submit={{ ...submit, failure }} onCancel={() => end(false)} label={words.confirm} />
        </Stack>
      </form>
    </Modal>
  )
}
