import { Anchor, Box, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { IconDownload, IconFileText, IconPlus } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { useSession } from '../../kit/session.ts'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type FileView, fileKeys, filesPath } from './api.ts'
import { RequestFileDialog } from './request-file-dialog.tsx'
import { CompareListDialog } from './compare-list-dialog.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { SchedulesSection } from './schedules-section.tsx'
import { fileTexts, kindTexts } from './texts.ts'
import { useLanguage } from '../../kit/language.ts'

/** A file that is being written moves on while one looks. */
const everyMs = 2_000

/** Files for the accountant: those asked for, and those that come by themselves. */
export function FilesScreen() {
  const words = useTexts(fileTexts)
  const merchant = useMerchant()
  const { sendsMail } = useSession()
  const nameOf = useFileName()
  const [isAsking, asking] = useDisclosure(false)
  const [isComparing, comparing] = useDisclosure(false)
  const [shown, setShown] = useState<FileView | null>(null)
  const key = fileKeys.all(merchant.id)
  const list = useList<FileView>(key, filesPath(merchant.id), {}, { refetchInterval: everyMs })
  const done = () => {
    asking.close()
    comparing.close()
    notifyDone(words.asked(sendsMail))
  }

  const columns: Column<FileView>[] = [
    { header: words.what, cell: file => <Name file={file} /> },
    { header: words.state, cell: file => <HowFar file={file} /> },
    {
      header: words.size,
      cell: ({ sizeBytes }) => (sizeBytes === null ? '–' : spellSize(sizeBytes)),
      align: 'right',
      notOnPhone: true,
    },
    { header: words.askedAt, cell: file => <When at={file.creationDate} />, align: 'right' },
    {
      header: '',
      name: words.actions,
      cell: file => (
        <Group gap="md" justify="flex-end">
          {file.result !== null && (
            <Anchor component="button" size="sm" onClick={() => setShown(file)}>
              {words.showResult}
            </Anchor>
          )}
          {file.url !== null && (
            <Anchor size="sm" href={new URL(file.url).pathname} download aria-label={words.downloadOf(nameOf(file))}>
              <Group gap={4} component="span">
                <IconDownload size={16} aria-hidden />
                {words.download}
              </Group>
            </Anchor>
          )}
        </Group>
      ),
    },
  ]

  return (
    <Page
      title={words.files}
      description={words.filesIntro}
      actions={
        <Group gap="xs">
          <Button variant="default" onClick={comparing.open}>
            {words.compare}
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={asking.open}>
            {words.ask}
          </Button>
        </Group>
      }
    >
      <Box mb="xl">
        <DataTable
          caption={words.files}
          columns={columns}
          list={list}
          rowKey={file => file.id}
          empty={<EmptyState icon={IconFileText} title={words.none} hint={words.noneHint} />}
        />
      </Box>
      <SchedulesSection merchantId={merchant.id} />
      {isAsking && <RequestFileDialog merchantId={merchant.id} onClose={asking.close} onDone={done} />}
      {isComparing && <CompareListDialog merchantId={merchant.id} onClose={comparing.close} onDone={done} />}
      {shown !== null && <ResultDialog file={shown} onClose={() => setShown(null)} />}
    </Page>
  )
}

function Name({ file }: { file: FileView }) {
  const words = useTexts(fileTexts)
  const nameOf = useFileName()
  return (
    <Stack gap={0}>
      <Text span fw={600} size="sm">
        {nameOf(file)}
      </Text>
      <Text span size="xs" c="dimmed">
        {file.format.toUpperCase()}
        {file.isScheduled && ` · ${words.scheduled}`}
      </Text>
    </Stack>
  )
}

function HowFar({ file }: { file: FileView }) {
  const words = useTexts(fileTexts)
  return (
    <Stack gap={4} align="flex-start">
      <StateBadge kind="file" state={file.state} />
      {file.state === 'Running' && (
        <Progress value={file.progress} w={120} aria-label={`${words.writing}: ${words.progress(file.progress)}`} />
      )}
      {file.fault !== null && (
        <Text span size="xs" c="dimmed">
          {words.fault(file.fault)}
        </Text>
      )}
    </Stack>
  )
}

const spellSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

/** What a file is called on the screen: `Extrato, 01/11/2026 a 16/11/2026`. */
export function useFileName() {
  const words = useTexts(fileTexts)
  const kinds = useTexts(kindTexts)
  const language = useLanguage()
  const spell = (day: string) => (language === 'pt' ? day.split('-').toReversed().join('/') : day)
  return ({ kind, firstDay, lastDay }: Pick<FileView, 'kind' | 'firstDay' | 'lastDay'>): string =>
    `${kinds[kind]}, ${words.periodOf(spell(firstDay), spell(lastDay))}`
}
