import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { InvitedView, MemberView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { ActionsMenu } from '../../kit/actions-menu.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { IconMail, IconTrash, IconUserCog, IconUserPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { notifyDone, notifyFailure } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { useSession } from '../../kit/session.ts'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { InviteDialog, RolesDialog } from './invite-dialog.tsx'
import { memberTexts, roleTexts } from './texts.ts'
import { inviteAgain, membersPath, memberKeys } from './api.ts'
import { merchantSso } from './sso-api.ts'
import { SsoSection } from './sso-section.tsx'
import { WaitingSuccessors } from './waiting-successors.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

/** Who belongs to the merchant, and in which roles. */
export function MembersScreen() {
  const words = useTexts(memberTexts)
  const { id: merchantId } = useMerchant()
  const { person } = useSession()
  const mayManage = usePermission('members.manage')
  const mayNameDomains = usePermission('merchants.manage')
  const list = useList<MemberView>(memberKeys.all(merchantId), membersPath(merchantId))
  const [isInviting, inviting] = useDisclosure(false)
  const [changed, setChanged] = useState<MemberView | null>(null)
  const [leaving, setLeaving] = useState<MemberView | null>(null)

  /** Without a link, the person had a password already and needs no invitation. */
  const notifyInvited = ({ sentBy }: InvitedView) =>
    notifyDone(sentBy === null ? words.added : sentBy === 'log' ? words.printed : words.invited)

  const columns: Column<MemberView>[] = [
    {
      header: words.person,
      cell: member => (
        <div>
          <Text span inherit fw={500}>
            {member.name}
            {member.personId === person.id && ` (${words.you})`}
          </Text>
          <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {member.email}
          </Text>
        </div>
      ),
    },
    { header: words.roles, cell: member => <Roles member={member} /> },
    { header: words.state, cell: member => <StateBadge kind="person" state={stateOf(member)} /> },
    { header: words.secondFactor, cell: member => (member.hasSecondFactor ? words.on : words.off) },
    {
      header: '',
      name: words.actions,
      align: 'right',
      cell: member =>
        mayManage && (
          <Actions
            member={member}
            onChangeRoles={() => setChanged(member)}
            onInvite={async () => notifyInvited(await inviteAgain(merchantId, member.personId))}
            onRemove={() => setLeaving(member)}
          />
        ),
    },
  ]

  return (
    <Page
      title={words.team}
      description={words.teamIntro}
      actions={
        mayManage && (
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={inviting.open}>
            {words.invite}
          </Button>
        )
      }
    >
      <WaitingSuccessors merchantId={merchantId} />
      <DataTable caption={words.team} columns={columns} list={list} rowKey={member => member.personId} />
      {isInviting && (
        <InviteDialog
          onClose={inviting.close}
          merchantId={merchantId}
          onDone={invited => {
            inviting.close()
            notifyInvited(invited)
          }}
        />
      )}
      <SsoSection owner={merchantSso(merchantId)} mayManage={mayManage} mayNameDomains={mayNameDomains} />
      {changed !== null && (
        <RolesDialog
          member={changed}
          onClose={() => setChanged(null)}
          merchantId={merchantId}
          onDone={() => setChanged(null)}
        />
      )}
      {leaving !== null && (
        <RemoveMemberDialog
          member={leaving}
          merchantId={merchantId}
          onClose={() => setLeaving(null)}
          onDone={() => setLeaving(null)}
        />
      )}
    </Page>
  )
}

const stateOf = ({ isInvited, isDisabled }: MemberView) => (isDisabled ? 'Disabled' : isInvited ? 'Invited' : 'Active')

function Roles({ member }: { member: MemberView }) {
  const words = useTexts(roleTexts)
  return (
    <Group gap={4} component="span">
      {member.roles.map(role => (
        <Badge key={role} variant="default" radius="sm" tt="none" fw={500} title={words[`${role}May`]}>
          {words[role]}
        </Badge>
      ))}
    </Group>
  )
}

type ActionsProps = {
  member: MemberView
  onChangeRoles: () => void
  onInvite: () => Promise<void>
  onRemove: () => void
}

function Actions({ member, onChangeRoles, onInvite, onRemove }: ActionsProps) {
  const words = useTexts(memberTexts)
  return (
    <ActionsMenu label={words.actionsOf(member.name)}>
      <Menu.Item leftSection={<IconUserCog size={16} aria-hidden />} onClick={onChangeRoles}>
        {words.changeRoles}
      </Menu.Item>
      {member.isInvited && (
        <Menu.Item
          leftSection={<IconMail size={16} aria-hidden />}
          onClick={() => void onInvite().catch(notifyFailure)}
        >
          {words.resend}
        </Menu.Item>
      )}
      <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={onRemove}>
        {words.remove}
      </Menu.Item>
    </ActionsMenu>
  )
}
