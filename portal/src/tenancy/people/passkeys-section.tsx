import { Alert, Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasskeyView } from '../../../../server/src/tenancy/people/passkeys/portal-schemas.ts'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconInfoCircle } from '../../kit/icons.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { wholeList } from '../../kit/list.ts'
import { canUsePasskeys } from '../../kit/passkeys.ts'
import { Section } from '../../kit/section.tsx'
import { sessionQuery } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { peopleKeys, readPasskeys, registerPasskey, removePasskey, renamePasskey } from './api.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { nameBrowser } from './sessions-section.tsx'
import { profileTexts } from './texts.ts'

const changes = [peopleKeys.passkeys, peopleKeys.sessions, sessionQuery.queryKey]

/** Passkeys: registered, named and removed. */
export function PasskeysSection() {
  const words = useTexts(profileTexts)
  const queryClient = useQueryClient()
  const passkeys = useQuery({ queryKey: peopleKeys.passkeys, queryFn: async () => (await readPasskeys()).items })
  const [named, setNamed] = useState<PasskeyView | 'new' | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)

  const columns: Column<PasskeyView>[] = [
    {
      header: words.passkeyName,
      cell: passkey => (
        <Text span inherit fw={500}>
          {passkey.name}
        </Text>
      ),
    },
    { header: words.passkeyCreated, cell: passkey => <When at={passkey.createdAt} relative /> },
    {
      header: words.passkeyUsed,
      cell: passkey => (passkey.lastUsedAt === null ? words.neverUsed : <When at={passkey.lastUsedAt} relative />),
    },
    {
      header: '',
      name: words.actions,
      align: 'right',
      cell: passkey => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button variant="subtle" size="compact-sm" onClick={() => setNamed(passkey)}>
            {words.rename}
          </Button>
          <ConfirmAction
            title={words.passkeyRemoveTitle(passkey.name)}
            message={words.passkeyRemoveHint}
            confirmLabel={words.passkeyRemove}
            isDangerous
            onConfirm={() => removePasskey(passkey.id)}
            changes={changes}
            notice={words.passkeyRemoved}
          >
            {ask => (
              <Button variant="subtle" color="red" size="compact-sm" onClick={ask}>
                {words.passkeyRemove}
              </Button>
            )}
          </ConfirmAction>
        </Group>
      ),
    },
  ]

  const isPossible = canUsePasskeys()
  const hasSome = (passkeys.data?.length ?? 0) > 0
  return (
    <Section
      isPlain={hasSome}
      title={words.passkeys}
      description={words.passkeysIntro}
      actions={
        hasSome &&
        isPossible && (
          <Button variant="default" size="xs" onClick={() => setNamed('new')}>
            {words.passkeyAdd}
          </Button>
        )
      }
    >
      {!isPossible && !hasSome && (
        <Alert role="note" icon={<IconInfoCircle aria-hidden />}>
          {words.passkeysImpossible}
        </Alert>
      )}
      {isPossible && !hasSome && <Button onClick={() => setNamed('new')}>{words.passkeyAdd}</Button>}
      {hasSome && (
        <DataTable caption={words.passkeys} columns={columns} list={wholeList(passkeys)} rowKey={({ id }) => id} />
      )}
      {named !== null && (
        <PasskeyDialog
          passkey={named === 'new' ? null : named}
          onClose={() => setNamed(null)}
          onRecoveryCodes={setRecoveryCodes}
        />
      )}
      <Modal
        opened={recoveryCodes !== null}
        onClose={() => setRecoveryCodes(null)}
        title={words.recovery}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <RecoveryCodes
          codes={recoveryCodes ?? []}
          onKept={() => {
            setRecoveryCodes(null)
            void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
          }}
        />
      </Modal>
    </Section>
  )
}

type DialogProps = {
  /** Null: a new one. */
  passkey: PasskeyView | null
  onClose: () => void
  onRecoveryCodes: (codes: string[]) => void
}

function PasskeyDialog({ passkey, onClose, onRecoveryCodes }: DialogProps) {
  const words = useTexts(profileTexts)
  const kit = useTexts(kitTexts)
  const form = useForm({ initialValues: { name: passkey?.name ?? nameBrowser(navigator.userAgent) ?? '' } })
  const submit = useSubmit(
    form,
    async ({ name }) => {
      if (passkey === null) return (await registerPasskey(name)).recoveryCodes
      await renamePasskey({ id: passkey.id, name })
      return null
    },
    {
      changes,
      notice: passkey === null ? words.passkeyAdded : words.saved,
      onDone: codes => {
        onClose()
        if (codes !== null) onRecoveryCodes(codes)
      },
    },
  )
  return (
    <FormDialog
      title={passkey === null ? words.passkeyAdd : words.passkeyRename}
      onClose={onClose}
      submit={submit}
      label={passkey === null ? words.continue : kit.save}
    >
      {passkey === null && (
        <Text size="sm" c="dimmed">
          {words.passkeyAddHint}
        </Text>
      )}
      <TextInput label={words.passkeyName} maxLength={60} required data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
