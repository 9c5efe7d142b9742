import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OpenSessionView } from '../../../../server/src/tenancy/people/portal-schemas.ts'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { wholeList } from '../../kit/list.ts'
import { Section } from '../../kit/section.tsx'
import { useChange } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { endOtherSessions, endSession, readSessions, peopleKeys } from './api.ts'
import { profileTexts } from './texts.ts'

/** Where the person is signed in. */
export function SessionsSection() {
  const words = useTexts(profileTexts)
  const sessions = useQuery({ queryKey: peopleKeys.sessions, queryFn: async () => (await readSessions()).items })
  const changes = [peopleKeys.sessions]
  const end = useChange(endSession, { changes, notice: words.ended, notifiesFailure: true })

  const columns: Column<OpenSessionView>[] = [
    {
      header: words.browser,
      cell: session => (
        <Group gap="xs" wrap="nowrap" component="span">
          <Text span inherit fw={500} title={session.agent}>
            {nameBrowser(session.agent) ?? words.unknownBrowser}
          </Text>
          {session.isThis && (
            <Badge variant="light" size="sm" tt="none" radius="sm">
              {words.thisOne}
            </Badge>
          )}
        </Group>
      ),
    },
    { header: words.address, cell: session => <span className="tabular">{session.address}</span> },
    { header: words.lastSeen, cell: session => <When at={session.lastSeenAt} relative /> },
    {
      header: '',
      name: words.actions,
      align: 'right',
      cell: session =>
        session.isThis ? null : (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            loading={end.isPending && end.variables === session.id}
            onClick={() => end.mutate(session.id)}
          >
            {words.end}
          </Button>
        ),
    },
  ]

  return (
    <Section
      isPlain
      title={words.sessions}
      description={words.sessionsIntro}
      actions={
        (sessions.data?.length ?? 0) > 1 && (
          <ConfirmAction
            title={words.endOthersTitle}
            message={words.endOthersHint}
            confirmLabel={words.endOthers}
            isDangerous
            onConfirm={endOtherSessions}
            changes={changes}
            notice={words.othersEnded}
          >
            {ask => (
              <Button variant="default" size="xs" onClick={ask}>
                {words.endOthers}
              </Button>
            )}
          </ConfirmAction>
        )
      }
    >
      <DataTable caption={words.sessions} columns={columns} list={wholeList(sessions)} rowKey={session => session.id} />
    </Section>
  )
}

const browsers = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** `Firefox · Windows`; the whole text of the browser is in the title. */
export function nameBrowser(agent: string): string | null {
  const [browser, system] = [browsers, systems].map(table => table.find(([pattern]) => pattern.test(agent))?.[1])
  return browser === undefined ? null : [browser, system].filter(Boolean).join(' · ')
}
