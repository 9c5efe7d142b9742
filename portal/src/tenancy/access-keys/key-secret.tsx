import { Alert, Code, Group, Text } from '@mantine/core'
import { CopyButton } from '../../kit/copy-button.tsx'
import { IconHourglass } from '../../kit/icons.tsx'
import { SecretOnce } from '../../kit/secret-once.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import type { NewKey, RotatedKey } from './api.ts'
import { keyTexts } from './texts.ts'

type Props = { made: NewKey | RotatedKey; onKept: () => void }

/** A new key with its secret, for the only time, and a call that works at once. */
export function KeySecret({ made, onKept }: Props) {
  const words = useTexts(keyTexts)
  const { accessKey } = made.key
  const login = JSON.stringify({ accessKey, secret: made.secret })
  const curl = `curl ${location.origin}/login \\\n  -H 'content-type: application/json' \\\n  -d '${login}'`
  return (
    <SecretOnce
      opened
      title={'previousValidUntil' in made ? words.rotated : words.secretTitle}
      values={[
        { label: words.accessKey, value: accessKey },
        { label: words.secret, value: made.secret },
      ]}
      onKept={onKept}
    >
      {made.key.state === 'Pending' && (
        <Alert color="yellow" icon={<IconHourglass aria-hidden />}>
          {words.secretPending}
        </Alert>
      )}
      {'previousValidUntil' in made && <OldKey of={made} />}
      <div>
        <Text size="sm" fw={500}>
          {words.tryIt}
        </Text>
        <Text size="xs" c="dimmed" mb={6}>
          {made.key.state === 'Pending' ? words.tryItPending : words.tryItHint}
        </Text>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Code block flex={1} fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {curl}
          </Code>
          <CopyButton value={curl} what="curl" />
        </Group>
      </div>
    </SecretOnce>
  )
}

function OldKey({ of: { key, previousValidUntil } }: { of: RotatedKey }) {
  const words = useTexts(keyTexts)
  if (previousValidUntil === null) return <Text size="sm">{words.oldGoesOn}</Text>
  if (previousValidUntil <= key.createdAt) return <Text size="sm">{words.oldEnded}</Text>
  return (
    <Text size="sm">
      {words.oldUntil} <When at={previousValidUntil} />.
    </Text>
  )
}
