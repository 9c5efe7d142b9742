import { Fieldset, SimpleGrid, TextInput, Textarea } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { isEmail } from '../../kit/email.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { onceId } from '../../kit/once-id.ts'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import {
  type MetadataRow,
  MetadataFields,
  metadataOf,
  metadataRows,
  useMetadataRules,
} from '../../kit/metadata-fields.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type CustomerView, changeCustomer, customerKeys, makeCustomer } from './api.ts'
import { customerTexts } from './texts.ts'

type Props = {
  merchantId: string
  /** Null: a new one. */
  customer: CustomerView | null
  onClose: () => void
  onDone: (customer: CustomerView) => void
}

const addressFields = ['postalCode', 'street', 'number', 'complement', 'district', 'city', 'state'] as const
type AddressField = (typeof addressFields)[number]
type Values = Record<'name' | 'document' | 'email' | 'phone' | 'notes' | 'externalId' | AddressField, string> & {
  metadata: MetadataRow[]
}

/** A number without its country is Brazilian. */
const phoneOf = (typed: string): string => {
  const digits = typed.replaceAll(/\D/g, '')
  return typed.trim().startsWith('+') || digits.length > 11 ? `+${digits}` : `+55${digits}`
}

/** Mounted when it opens: what it sends is one customer, pressed how often ever. */
export function CustomerDialog({ merchantId, customer, onClose, onDone }: Props) {
  const words = useTexts(customerTexts)
  const kit = useTexts(kitTexts)
  const metadataRules = useMetadataRules()
  const [formKey] = useState(onceId)
  const optional = (isRight: (value: string) => boolean, wrong: string) => (value: string) =>
    value.trim() === '' || isRight(value) ? null : wrong
  const form = useForm<Values>({
    initialValues: valuesOf(customer),
    validate: {
      name: value => (value.trim() === '' ? words.nameMissing : null),
      document: optional(value => /^[\dA-Z]{11}(?:[\dA-Z]{3})?$/.test(plainDocument(value)), words.documentWrong),
      email: optional(isEmail, words.emailWrong),
      phone: optional(value => /^\+[1-9]\d{9,14}$/.test(phoneOf(value)), words.phoneWrong),
      state: optional(value => /^[a-z]{2}$/i.test(value.trim()), words.stateWrong),
      postalCode: optional(value => /^\d{5}-?\d{3}$/.test(value.trim()), words.postalCodeWrong),
      metadata: metadataRules,
    },
  })
  const send = (values: Values) =>
    customer === null
      ? makeCustomer(merchantId, { ...sentOf(values), formKey })
      : changeCustomer(merchantId, customer.id, { ...removed, ...sentOf(values) })
  const submit = useSubmit(form, send, {
    changes: [customerKeys.all(merchantId)],
    onDone,
    fields: Object.fromEntries(addressFields.map(field => [`address.${field}`, field])),
  })
  const isNew = customer === null
  return (
    <FormDialog
      title={isNew ? words.new : words.changeTitle}
      onClose={onClose}
      submit={submit}
      label={isNew ? words.make : kit.save}
    >
      <ContactFields form={form} />
      <AddressFields form={form} />
      <TextInput
        label={words.externalId}
        description={words.externalIdHint}
        maxLength={255}
        {...form.getInputProps('externalId')}
      />
      <MetadataFields form={form} />
      <Textarea
        label={words.notes}
        description={words.notesHint}
        maxLength={2000}
        autosize
        minRows={2}
        {...form.getInputProps('notes')}
      />
    </FormDialog>
  )
}

type FieldsProps = { form: UseFormReturnType<Values> }

function ContactFields({ form }: FieldsProps) {
  const words = useTexts(customerTexts)
  return (
    <>
      <TextInput
        label={words.name}
        description={words.nameHint}
        maxLength={255}
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={words.document}
        description={words.documentHint}
        maxLength={18}
        autoComplete="off"
        {...form.getInputProps('document')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <TextInput
          label={words.email}
          type="email"
          maxLength={254}
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <TextInput label={words.phone} type="tel" maxLength={25} autoComplete="off" {...form.getInputProps('phone')} />
      </SimpleGrid>
    </>
  )
}

const longest: Record<AddressField, number> = {
  postalCode: 9,
  street: 200,
  number: 20,
  complement: 100,
  district: 100,
  city: 100,
  state: 2,
}

function AddressFields({ form }: FieldsProps) {
  const words = useTexts(customerTexts)
  return (
    <Fieldset legend={words.address}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {addressFields.map(field => (
          <TextInput
            key={field}
            label={words[field]}
            maxLength={longest[field]}
            autoComplete="off"
            {...form.getInputProps(field)}
          />
        ))}
      </SimpleGrid>
    </Fieldset>
  )
}

const plainDocument = (typed: string) => typed.replaceAll(/[^\da-z]/gi, '').toUpperCase()

function valuesOf(customer: CustomerView | null): Values {
  const address = Object.fromEntries(addressFields.map(field => [field, customer?.address?.[field] ?? '']))
  return {
    name: customer?.name ?? '',
    document: formatTaxNumber(customer?.document ?? ''),
    email: customer?.email ?? '',
    phone: customer?.phone ?? '',
    notes: customer?.notes ?? '',
    externalId: customer?.externalId ?? '',
    metadata: metadataRows(customer?.metadata ?? {}),
    ...(address as Record<AddressField, string>),
  }
}

/** What a change removes unless the form says otherwise. */
const removed = { document: null, email: null, phone: null, address: null, notes: null, externalId: null }

/** What was left empty is left out. */
function sentOf({ name, document, email, phone, notes, externalId, metadata, ...rest }: Values) {
  const filled = (fields: Record<string, string>) =>
    Object.fromEntries(Object.entries(fields).flatMap(([field, text]) => (text.trim() ? [[field, text.trim()]] : [])))
  const address = filled(rest)
  return {
    name: name.trim(),
    ...filled({ document: plainDocument(document), email, notes, externalId }),
    metadata: metadataOf(metadata),
    ...(phone.trim() !== '' && { phone: phoneOf(phone) }),
    ...(Object.keys(address).length > 0 && { address }),
  }
}
