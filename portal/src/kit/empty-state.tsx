import { Stack, Text, ThemeIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconInbox, type Icon } from './icons.tsx'

type Props = {
  title: string
  /** What to do next, or why there is nothing. */
  hint?: ReactNode
  icon?: Icon
  /** The next step, as a button or link. */
  action?: ReactNode
}

export function EmptyState({ title, hint, icon: Sign = IconInbox, action }: Props) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <ThemeIcon variant="light" color="gray" size={48} radius="xl" mb={4}>
        <Sign size={24} stroke={1.5} aria-hidden />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {hint !== undefined && (
        <Text size="sm" c="dimmed" maw={420}>
          {hint}
        </Text>
      )}
      {action !== undefined && <div style={{ marginTop: 8 }}>{action}</div>}
    </Stack>
  )
}
