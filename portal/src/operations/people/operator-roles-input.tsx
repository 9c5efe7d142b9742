import { Checkbox, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { OperatorRole } from '../../../../server/src/tenancy/people/permissions.ts'
import { useTexts } from '../../kit/texts.ts'
import { operatorRoleTexts } from '../../tenancy/members/texts.ts'
import { peopleTexts } from './texts.ts'

const operatorRoleNames = ['support', 'treasury', 'compliance', 'administrator'] satisfies OperatorRole[]

type Props = { value?: OperatorRole[]; onChange?: (roles: OperatorRole[]) => void; error?: ReactNode; hint?: string }

const none: OperatorRole[] = []

/** Which roles of an operator, each with what it may do in words. */
export function OperatorRolesInput({ value, onChange, error, hint }: Props) {
  const words = useTexts(peopleTexts)
  const roles = useTexts(operatorRoleTexts)
  return (
    <Checkbox.Group
      label={words.roles}
      description={hint ?? words.rolesHint}
      value={value ?? none}
      onChange={onChange}
      error={error}
    >
      <Stack gap="sm" mt="sm">
        {operatorRoleNames.map(role => (
          <Checkbox key={role} value={role} label={roles[role]} description={roles[`${role}May`]} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
