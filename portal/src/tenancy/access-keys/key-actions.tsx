import { Menu, Text } from '@mantine/core'
import { ActionsMenu } from '../../kit/actions-menu.tsx'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { IconBan, IconCheck, IconLock, IconRefresh } from '../../kit/icons.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type KeyView, accessKeyKeys, confirmKey, revokeKey } from './api.ts'
import { payoutRuleTexts } from './payout-rule-texts.ts'
import { keyTexts } from './texts.ts'

type Props = { merchantId: string; of: KeyView; onRotate: () => void; onNetworks: () => void }

/** What can still be done with a key; nothing with one that has ended. */
export function KeyActions({ merchantId, of: key, onRotate, onNetworks }: Props) {
  const words = useTexts(keyTexts)
  const name = key.name || words.unnamed
  const isOwner = usePermission('keys.confirm')
  const mayConfirm = isOwner && key.state === 'Pending'
  const ruleWords = useTexts(payoutRuleTexts)
  if (key.state === 'Revoked') return null

  const changes = [accessKeyKeys.all(merchantId)]

  const message = (
    <>
      <Text size="sm" mb="xs">
        {words.revokeHint}
      </Text>
      <Text size="sm" fw={500}>
        {key.lastUsedAt === null ? (
          words.revokeUnused
        ) : (
          <>
            {words.revokeUsed} <When at={key.lastUsedAt} relative />.
          </>
        )}
      </Text>
    </>
  )

  return (
    <ConfirmAction
      title={words.revokeTitle(name)}
      message={message}
      confirmLabel={words.revoke}
      isDangerous
      onConfirm={() => revokeKey(merchantId, key.id)}
      changes={changes}
      notice={words.revoked}
    >
      {ask => (
        <ConfirmAction
          title={words.confirmTitle(name)}
          message={words.confirmHint(key.createdByName ?? '')}
          confirmLabel={words.confirm}
          onConfirm={() => confirmKey(merchantId, key.id)}
          changes={changes}
          notice={words.confirmed}
        >
          {askConfirm => (
            <ActionsMenu label={words.actionsOf(name)}>
              {mayConfirm && (
                <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={askConfirm}>
                  {words.confirm}
                </Menu.Item>
              )}
              {key.state === 'Active' && key.replacedBy === null && (
                <Menu.Item leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRotate}>
                  {words.rotate}
                </Menu.Item>
              )}
              {isOwner && (
                <Menu.Item leftSection={<IconLock size={16} aria-hidden />} onClick={onNetworks}>
                  {ruleWords.networks}
                </Menu.Item>
              )}
              <Menu.Item color="red" leftSection={<IconBan size={16} aria-hidden />} onClick={ask}>
                {words.revoke}
              </Menu.Item>
            </ActionsMenu>
          )}
        </ConfirmAction>
      )}
    </ConfirmAction>
  )
}
