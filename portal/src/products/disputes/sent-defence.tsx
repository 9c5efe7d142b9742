import { Alert, Anchor, Text } from '@mantine/core'
import { Details } from '../../kit/details.tsx'
import { IconAlertTriangle, IconDownload } from '../../kit/icons.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type DisputeView, fileAddress } from './api.ts'
import { disputeTexts } from './texts.ts'

type Props = { dispute: DisputeView; defence: NonNullable<DisputeView['defence']> }

export function SentDefence({ dispute, defence: { text, date, files, refusal } }: Props) {
  const words = useTexts(disputeTexts)
  return (
    <Section title={words.defence}>
      {refusal !== null && (
        <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={words.defenceRefused} mb="md">
          {refusal}
        </Alert>
      )}
      <Text size="sm" mb="md" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      <Details
        isRows
        items={[
          { label: words.sentAt, value: <When at={date} /> },
          {
            label: words.files,
            value: files.length === 0 ? null : <SentFiles dispute={dispute} files={files} />,
          },
        ]}
      />
    </Section>
  )
}

type Files = { dispute: DisputeView; files: NonNullable<DisputeView['defence']>['files'] }

export function SentFiles({ dispute: { id, merchant }, files }: Files) {
  const words = useTexts(disputeTexts)
  return (
    <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {files.map(file => (
        <li key={file.id}>
          <Anchor size="sm" href={fileAddress(merchant.id, id, file.id)} aria-label={words.download(file.fileName)}>
            <IconDownload size={14} aria-hidden /> {file.fileName}
          </Anchor>
        </li>
      ))}
    </ul>
  )
}
