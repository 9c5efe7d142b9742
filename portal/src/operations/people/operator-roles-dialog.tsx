import { useForm } from '@mantine/form'
import type { OperatorRole } from '../../../../server/src/tenancy/people/permissions.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useTexts } from '../../kit/texts.ts'
import { type PersonView, changeOperatorRoles, personKeys } from './api.ts'
import { OperatorRolesInput } from './operator-roles-input.tsx'
import { peopleTexts } from './texts.ts'

/** Mounted when it opens. */
export function OperatorRolesDialog({ person, onClose }: { person: PersonView; onClose: () => void }) {
  const words = useTexts(peopleTexts)
  const kit = useTexts(kitTexts)
  const form = useForm<{ roles: OperatorRole[] }>({ initialValues: { roles: person.operatorRoles } })
  const submit = useSubmit(form, ({ roles }) => changeOperatorRoles(person.id, roles), {
    changes: [personKeys.all],
    notice: words.rolesChanged,
    onDone: onClose,
  })
  return (
    <FormDialog title={words.rolesOf(person.name)} onClose={onClose} submit={submit} label={kit.save}>
      <OperatorRolesInput hint={words.noRolesHint} {...form.getInputProps('roles')} />
    </FormDialog>
  )
}
