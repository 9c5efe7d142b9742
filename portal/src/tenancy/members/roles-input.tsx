import { Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Role } from '../../../../server/src/tenancy/people/permissions.ts'
import { useTexts } from '../../kit/texts.ts'
import { memberTexts, roleNames, roleTexts } from './texts.ts'

type Props = { value?: Role[]; onChange?: (roles: Role[]) => void; error?: ReactNode }

const none: Role[] = []

/** Which roles, each with what it may do in words. */
export function RolesInput({ value, onChange, error }: Props) {
  const words = useTexts(memberTexts)
  const roleWords = useTexts(roleTexts)
  return (
    <Checkbox.Group
      label={words.roles}
      description={words.rolesHint}
      value={value ?? none}
      onChange={onChange}
      error={error}
    >
      <Stack gap="sm" mt="sm">
        {roleNames.map(role => (
          <Checkbox key={role} value={role} label={roleWords[role]} description={roleWords[`${role}May`]} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
