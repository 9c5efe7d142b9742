import { Checkbox, List, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import type { MemberView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { type KeyView, keysPath, revokeKey, accessKeyKeys } from '../access-keys/api.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useList } from '../../kit/list.ts'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { memberTexts } from './texts.ts'
import { memberKeys, removeMember } from './api.ts'

type Props = { member: MemberView; merchantId: string; onClose: () => void; onDone: () => void }

/** A member who leaves may know the secrets of the keys they made, so these are shown and revoked by default. */
export function RemoveMemberDialog({ member, merchantId, onClose, onDone }: Props) {
  const words = useTexts(memberTexts)
  const keys = useList<KeyView>([...accessKeyKeys.all(merchantId), member.personId], keysPath(merchantId), {
    inUse: true,
    madeBy: member.personId,
  })
  const isOut = useRef(false)
  const form = useForm({ initialValues: { revokes: true } })
  const submit = useSubmit(
    form,
    async ({ revokes }) => {
      // First of all, so that they make no more of them; once, where a key needs a second try.
      if (!isOut.current) await removeMember(merchantId, member.personId)
      isOut.current = true
      if (revokes) for (const key of keys.rows) await revokeKey(merchantId, key.id)
    },
    { changes: [memberKeys.all(merchantId)], notice: words.removed, onDone },
  )
  return (
    <FormDialog
      title={words.removeTitle(member.name)}
      onClose={onClose}
      submit={{ ...submit, failure: submit.failure ?? keys.error, isSending: submit.isSending || keys.isLoading }}
      label={words.remove}
      isDangerous
    >
      <Text size="sm">{words.removeHint}</Text>
      {keys.rows.length > 0 && (
        <>
          <Text size="sm" fw={500}>
            {words.keysMade(member.name)}
          </Text>
          <List size="sm" spacing={4}>
            {keys.rows.map(key => (
              <List.Item key={key.id}>
                {key.name} <StateBadge kind="key" state={key.state} />
              </List.Item>
            ))}
          </List>
          <Checkbox
            label={words.revokeKeys}
            description={words.revokeKeysHint}
            {...form.getInputProps('revokes', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  )
}
