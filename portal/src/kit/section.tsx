import { Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** Without a surface of its own, for what has one: a `DataTable`. */
  isPlain?: boolean
  children: ReactNode
}

/** A part of a page under a heading of its own. Sections stand below each other, never in each other. */
export function Section({ title, description, actions, isPlain = false, children }: Props) {
  const head = (
    <Group justify="space-between" align="flex-start" mb="md" gap="xs">
      <div>
        <Title order={2}>{title}</Title>
        {description !== undefined && (
          <Text size="sm" c="dimmed" mt={2} maw={560} component="div">
            {description}
          </Text>
        )}
      </div>
      {actions}
    </Group>
  )
  if (isPlain)
    return (
      <section style={{ marginBottom: 32 }}>
        {head}
        {children}
      </section>
    )
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'md', sm: 'lg' }}
      mb="lg"
      bg="var(--paper)"
      style={{ borderColor: 'var(--line)' }}
    >
      {head}
      {children}
    </Paper>
  )
}
