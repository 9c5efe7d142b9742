import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { NothingFound } from '../../kit/empty-list.tsx'
import { FilterBar, SearchBox, anyText, useFilters } from '../../kit/filters.tsx'
import { IconUserPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { useSession } from '../../kit/session.ts'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { operatorRoleTexts, roleTexts } from '../../tenancy/members/texts.ts'
import { platformSso } from '../../tenancy/members/sso-api.ts'
import { SsoSection } from '../../tenancy/members/sso-section.tsx'
import { type PersonView, inviteOperator, peoplePath, personKeys } from './api.ts'
import { InvitePersonDialog } from './invite-person-dialog.tsx'
import { peopleTexts } from './texts.ts'
import { OperatorRolesDialog } from './operator-roles-dialog.tsx'
import { PersonActions } from './person-actions.tsx'
import { ShownLink } from './shown-link.tsx'

const shape = { search: anyText }

const stateOf = ({ isDisabled, isInvited }: PersonView) => (isDisabled ? 'Disabled' : isInvited ? 'Invited' : 'Active')

/** Everybody who may sign in. */
export function PeopleScreen() {
  const words = useTexts(peopleTexts)
  const session = useSession()
  const mayManage = usePermission('operators.manage')
  const mayNameDomains = usePermission('merchants.manage')
  const [isInviting, setIsInviting] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  const [changed, setChanged] = useState<PersonView | null>(null)
  const { values, set, clear, isFiltered } = useFilters(shape)
  const list = useList<PersonView>(personKeys.all, peoplePath, values)

  const columns: Column<PersonView>[] = [
    {
      header: words.person,
      cell: person => (
        <span>
          <Text span inherit fw={500}>
            {person.name}
          </Text>
          <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Text>
        </span>
      ),
    },
    { header: words.state, cell: person => <StateBadge kind="person" state={stateOf(person)} /> },
    { header: words.belongs, cell: person => <Belongs person={person} /> },
    { header: words.secondFactor, cell: person => <Codes person={person} /> },
    {
      header: words.lastSeen,
      cell: person => (person.lastSeenAt === null ? words.never : <When at={person.lastSeenAt} relative />),
    },
    ...(mayManage
      ? [
          {
            header: '',
            name: words.actions,
            align: 'right' as const,
            // Nobody shuts themselves out by a slip of the hand.
            cell: (person: PersonView) =>
              person.id !== session.person.id && (
                <PersonActions person={person} onLink={setLink} onRoles={() => setChanged(person)} />
              ),
          },
        ]
      : []),
  ]

  return (
    <Page
      title={words.people}
      description={words.peopleIntro}
      actions={
        mayManage && (
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
            {words.invite}
          </Button>
        )
      }
    >
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchBox label={words.search} value={values.search} onChange={search => set({ search })} />
      </FilterBar>
      <DataTable
        caption={words.people}
        columns={columns}
        list={list}
        rowKey={person => person.id}
        empty={<NothingFound />}
      />
      <SsoSection owner={platformSso} mayManage={mayManage} mayNameDomains={mayNameDomains} />
      {isInviting && (
        <InvitePersonDialog
          words={{ ...words, title: words.invite, intro: words.inviteIntro }}
          asksRoles
          send={({ name, email, roles }) => inviteOperator({ name, email, roles })}
          changes={[personKeys.all]}
          onClose={() => setIsInviting(false)}
          onDone={invited => {
            setIsInviting(false)
            if (invited.link === null) notifyDone(words.invited)
            setLink(invited.link)
          }}
        />
      )}
      {changed !== null && <OperatorRolesDialog person={changed} onClose={() => setChanged(null)} />}
      <ShownLink link={link} onClose={() => setLink(null)} />
    </Page>
  )
}

function Codes({ person }: { person: PersonView }) {
  const words = useTexts(peopleTexts)
  return (
    <Text span inherit className="tabular" c={person.hasSecondFactor ? undefined : 'dimmed'}>
      {person.hasSecondFactor ? words.codesOn : words.codesOff}
    </Text>
  )
}

/** The first few of many. */
const shownMerchants = 2

function Belongs({ person }: { person: PersonView }) {
  const words = useTexts(peopleTexts)
  const roles = useTexts(roleTexts)
  const operatorWords = useTexts(operatorRoleTexts)
  const { merchants, operatorRoles } = person
  const isOperator = operatorRoles.length > 0
  const more = merchants.length - shownMerchants
  if (!isOperator && merchants.length === 0)
    return (
      <Text span inherit c="dimmed">
        {words.nowhere}
      </Text>
    )
  return (
    <span>
      {isOperator && (
        <Text span inherit display="block">
          {words.operator}{' '}
          <Text span size="xs" c="dimmed">
            {operatorRoles.map(role => operatorWords[role]).join(', ')}
          </Text>
        </Text>
      )}
      {merchants.slice(0, shownMerchants).map(merchant => (
        <span key={merchant.id} style={{ display: 'block' }}>
          {merchant.name}{' '}
          <Text span size="xs" c="dimmed">
            {merchant.roles.map(role => roles[role]).join(', ')}
          </Text>
        </span>
      ))}
      {more > 0 && (
        <Text span display="block" size="xs" c="dimmed">
          {words.more(more)}
        </Text>
      )}
    </span>
  )
}
