import { Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReceiverItem } from '../../../../server/src/products/company-payments/receivers/portal-schemas.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useTexts } from '../../kit/texts.ts'
import { changeReceiver, receiverKeys, registerReceiver } from './api.ts'
import { isGenuineCnpj, plainCnpj, showCnpj } from '../../kit/cnpj.ts'
import { receiverTexts } from './texts.ts'

type Props = {
  onClose: () => void
  merchantId: string
  /** What the form begins with: of the receiver that is corrected, or registered anew. */
  given?: { fantasyName: string; cnpj: string } | undefined
  /** The receiver that is corrected; left out, a new one is registered. */
  changedId?: string | undefined
  onDone: (receiver: ReceiverItem) => void
}

export function ReceiverFormDialog({ onClose, merchantId, given, changedId, onDone }: Props) {
  const words = useTexts(receiverTexts)
  const kit = useTexts(kitTexts)
  const form = useForm({
    initialValues: { fantasyName: given?.fantasyName ?? '', cnpj: showCnpj(given?.cnpj ?? '') },
    validate: {
      fantasyName: value => (value.trim() === '' ? words.nameMissing : null),
      cnpj: value => (isGenuineCnpj(value) ? null : words.cnpjWrong),
    },
  })
  const submit = useSubmit(
    form,
    ({ fantasyName, cnpj }) => {
      const sent = { fantasyName: fantasyName.trim(), cnpj: plainCnpj(cnpj) }
      return changedId === undefined ? registerReceiver(merchantId, sent) : changeReceiver(merchantId, changedId, sent)
    },
    { changes: [receiverKeys.all(merchantId)], onDone },
  )
  return (
    <FormDialog
      title={changedId === undefined ? words.register : words.edit}
      onClose={onClose}
      submit={submit}
      label={changedId === undefined ? words.register : kit.save}
    >
      <Text size="sm" c="dimmed">
        {changedId === undefined ? words.registerIntro : words.editIntro}
      </Text>
      <TextInput
        label={words.fantasyName}
        maxLength={120}
        required
        data-autofocus
        {...form.getInputProps('fantasyName')}
      />
      <TextInput
        label={words.cnpj}
        description={words.cnpjHint}
        placeholder="00.000.000/0000-00"
        autoComplete="off"
        required
        {...form.getInputProps('cnpj')}
        onChange={event => form.setFieldValue('cnpj', showCnpj(event.currentTarget.value))}
      />
    </FormDialog>
  )
}
