import { Button, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { typedDocument } from '../../kit/cnpj.ts'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconUserCheck } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import {
  type KeyType,
  type RecipientItem,
  approveRecipient,
  recipientsKey,
  recipientsPath,
  removeRecipient,
} from './api.ts'
import { payoutRuleTexts } from './payout-rule-texts.ts'

/** To whom access keys may pay out. */
export function Recipients({ merchantId }: { merchantId: string }) {
  const words = useTexts(payoutRuleTexts)
  const mayChange = usePermission('keys.confirm')
  const [isOpen, { open, close }] = useDisclosure(false)
  const list = useList<RecipientItem>(recipientsKey(merchantId), recipientsPath(merchantId))
  const addButton = mayChange && (
    <Button variant="default" size="xs" onClick={open}>
      {words.approve}
    </Button>
  )
  const columns: Column<RecipientItem>[] = [
    { header: words.name, cell: ({ name }) => name },
    { header: words.taxNumber, cell: ({ taxNumber }) => taxNumber },
    { header: words.key, cell: ({ key }) => `${words[key.type]}: ${key.value}` },
    {
      header: words.approved,
      cell: ({ createdAt, createdBy }) => (
        <>
          {createdBy}, <When at={createdAt} form="date" />
        </>
      ),
    },
    ...(mayChange
      ? [
          {
            header: '',
            name: words.actions,
            align: 'right' as const,
            cell: (recipient: RecipientItem) => <Remove merchantId={merchantId} recipient={recipient} />,
          },
        ]
      : []),
  ]
  return (
    <Section title={words.approvedRecipients} actions={addButton} isPlain>
      <DataTable
        caption={words.approvedRecipients}
        columns={columns}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={IconUserCheck} title={words.nobody} hint={words.nobodyHint} />}
      />
      {isOpen && <ApproveDialog merchantId={merchantId} onClose={close} />}
    </Section>
  )
}

function Remove({ merchantId, recipient: { id, name } }: { merchantId: string; recipient: RecipientItem }) {
  const words = useTexts(payoutRuleTexts)
  return (
    <ConfirmAction
      title={words.removeTitle(name)}
      message={words.removeHint}
      confirmLabel={words.remove}
      isDangerous
      onConfirm={() => removeRecipient(merchantId, id)}
      changes={[recipientsKey(merchantId)]}
      notice={words.removed}
    >
      {ask => (
        <Button variant="subtle" size="xs" color="red" onClick={ask} aria-label={words.removeOf(name)}>
          {words.remove}
        </Button>
      )}
    </ConfirmAction>
  )
}

const keyTypes: KeyType[] = ['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'EVP']

/** Mounted when it opens. */
function ApproveDialog({ merchantId, onClose }: { merchantId: string; onClose: () => void }) {
  const words = useTexts(payoutRuleTexts)
  const form = useForm({
    initialValues: { name: '', taxNumber: '', type: 'CPF' as KeyType, value: '' },
    validate: {
      name: value => (value.trim() === '' ? words.missing : null),
      taxNumber: value => (value.trim() === '' ? words.missing : null),
      value: value => (value.trim() === '' ? words.missing : null),
    },
  })
  const submit = useSubmit(
    form,
    ({ name, taxNumber, type, value }) =>
      approveRecipient(merchantId, {
        name: name.trim(),
        ...typedDocument(taxNumber),
        key: { type, value: value.trim() },
      }),
    {
      fields: { 'key.value': 'value', 'key.type': 'type', cpf: 'taxNumber', cnpj: 'taxNumber' },
      changes: [recipientsKey(merchantId)],
      notice: words.recipientApproved,
      onDone: onClose,
    },
  )
  return (
    <FormDialog title={words.approve} onClose={onClose} submit={submit} label={words.approve}>
      <TextInput label={words.name} maxLength={120} data-autofocus {...form.getInputProps('name')} />
      <TextInput label={words.taxNumber} maxLength={18} {...form.getInputProps('taxNumber')} />
      <Select
        label={words.keyType}
        data={keyTypes.map(type => ({ value: type, label: words[type] }))}
        allowDeselect={false}
        {...form.getInputProps('type')}
      />
      <TextInput label={words.key} maxLength={255} {...form.getInputProps('value')} />
    </FormDialog>
  )
}
