import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { isFailure } from '../../kit/api.ts'
import { typedDocument } from '../../kit/cnpj.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { onceId } from '../../kit/once-id.ts'
import { useToday } from '../../kit/sandbox.ts'
import { type MetadataRow, MetadataFields, metadataOf, useMetadataRules } from '../../kit/metadata-fields.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { ChargedCustomer } from '../pix/api.ts'
import { CustomerSelect } from '../pix/customer-select.tsx'
import { AmountPreview } from './amount-preview.tsx'
import { type BillView, billKeys, makeBill, makePlan } from './api.ts'
import { type TermsValues, givenTerms, newTerms, termsFields, termsOf, termsRules } from './bill-form.ts'
import {
  MethodFields,
  type MethodValues,
  addressOf,
  isBoleto,
  methodFields,
  methodsOf,
  newMethod,
  useMethodRules,
} from './method-fields.tsx'
import { PlanFields, type PlanValues, isPlan, newPlan, planOf, planRules } from './plan-fields.tsx'
import { AdvancedFields, AmountFields } from './terms-fields.tsx'
import { billFormTexts, billTexts } from './texts.ts'

type Props = {
  merchantId: string
  /** Where that is known before. */
  customer?: ChargedCustomer | undefined
  onClose: () => void
  onDone: (bill: BillView) => void
  onPlanned: (count: number) => void
}

type Values = TermsValues &
  PlanValues &
  MethodValues & {
    name: string
    taxNumber: string
    orderId: string
    onlyThisPayer: boolean
    metadata: MetadataRow[]
  }

const planFields = { firstDueDate: 'dueDate', 'discount.daysBeforeDue': 'until.0.date' }

/** What the API finds wrong with the payer. */
const payerFields = { 'payer.cpf': 'taxNumber', 'payer.cnpj': 'taxNumber', 'payer.name': 'name' }

/** Mounted when it opens: what it sends is one bill, pressed how often ever. */
export function NewBillDialog({ merchantId, customer: known, onClose, onDone, onPlanned }: Props) {
  const words = useTexts(billFormTexts)
  const { new: title, make } = useTexts(billTexts)
  const [formKey] = useState(onceId)
  const today = useToday()
  const [customer, setCustomer] = useState<ChargedCustomer | null>(known ?? null)
  const isTyped = customer === null
  const methodRules = useMethodRules(merchantId, customer)
  const metadataRules = useMetadataRules()
  const rules = termsRules(words, today)
  const form = useForm<Values>({
    initialValues: {
      ...newTerms(today),
      ...newPlan,
      ...newMethod,
      name: '',
      taxNumber: '',
      orderId: '',
      onlyThisPayer: false,
      metadata: [],
    },
    validate: {
      ...rules,
      ...planRules(words),
      ...methodRules,
      metadata: metadataRules,
      until: {
        ...rules.until,
        date: (day, values, path) =>
          isPlan(values) && !path.startsWith('until.0.') ? words.oneDiscount : rules.until.date(day, values),
      },
      name: value => (isTyped && value.trim() === '' ? words.nameMissing : null),
      taxNumber: value => (isTyped && value.trim() === '' ? words.taxNumberMissing : null),
    },
  })
  const send = async (values: Values) => {
    const { description, onlyThisPayer } = values
    const orderId = values.orderId.trim()
    const metadata = metadataOf(values.metadata)
    const common = {
      ...(customer === null
        ? { payer: { name: values.name.trim(), ...typedDocument(values.taxNumber), ...addressOf(values) } }
        : { customerId: customer.id }),
      ...(description.trim() !== '' && { description: description.trim() }),
      ...methodsOf(values),
      ...(onlyThisPayer && !isBoleto(values) && { onlyThisPayer }),
      ...(Object.keys(metadata).length > 0 && { metadata }),
    }
    try {
      if (!isPlan(values)) {
        const order = orderId === '' ? {} : { orderId }
        return await makeBill(merchantId, { ...givenTerms(termsOf(values)), ...common, ...order, formKey })
      }
      // A plan needs an order id: pressed twice, it is the same plan.
      const plan = { ...planOf(values, termsOf(values)), ...common, orderId: orderId === '' ? formKey : orderId }
      return await makePlan(merchantId, plan)
    } catch (error) {
      if (!isFailure(error, 'OrderIdConflict') || orderId === '') throw error
      form.setErrors({ orderId: words.orderIdUsed })
      return null
    }
  }
  const submit = useSubmit(form, send, {
    changes: [billKeys.all(merchantId)],
    fields: { ...payerFields, ...methodFields, ...termsFields, ...planFields },
    onDone: made => {
      if (made === null) return
      if ('count' in made) onPlanned(made.count)
      else onDone(made)
    },
  })
  const lacksDocument = customer !== null && customer.document === null
  return (
    <FormDialog title={title} onClose={onClose} submit={submit} label={make} size="lg">
      {known === undefined ? (
        <CustomerSelect merchantId={merchantId} value={customer} onChange={setCustomer} />
      ) : (
        <Text size="sm">{words.toCustomer(known.name)}</Text>
      )}
      {lacksDocument && (
        <Text size="sm" c="red" role="alert">
          {words.noDocument}
        </Text>
      )}
      {isTyped && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <TextInput label={words.name} maxLength={200} required autoComplete="off" {...form.getInputProps('name')} />
          <TextInput
            label={words.taxNumber}
            maxLength={18}
            required
            autoComplete="off"
            {...form.getInputProps('taxNumber')}
          />
        </SimpleGrid>
      )}
      <AmountFields form={form} hasFocus={known !== undefined} />
      <PlanFields form={form} />
      <MethodFields form={form} merchantId={merchantId} customer={customer} />
      <AdvancedFields form={form}>
        <Checkbox
          label={words.onlyThisPayer}
          description={words.onlyThisPayerHint}
          disabled={isBoleto(form.values)}
          {...form.getInputProps('onlyThisPayer', { type: 'checkbox' })}
        />
        <TextInput label={words.orderId} maxLength={250} {...form.getInputProps('orderId')} />
        <MetadataFields form={form} />
      </AdvancedFields>
      {!isPlan(form.values) && <FormPreview merchantId={merchantId} values={form.values} />}
    </FormDialog>
  )
}

/** Once there is an amount that changes with the day. */
export function FormPreview({ merchantId, values }: { merchantId: string; values: TermsValues }) {
  const words = useTexts(billFormTexts)
  const { fineKind, interestKind, rebateKind, discountKind, dueDate } = values
  const changesWithDay = [fineKind, interestKind, rebateKind, discountKind].some(kind => kind !== 'None')
  if (!changesWithDay || parseMoney(values.amount) === null || dueDate === '') return null
  const rules = termsRules(words, '')
  const isWrong =
    [
      rules.payableDays(values.payableDays),
      rules.fineValue(values.fineValue, values),
      rules.interestValue(values.interestValue, values),
      rules.rebateValue(values.rebateValue, values),
      rules.discountValue(values.discountValue, values),
    ].some(problem => problem !== null) ||
    values.until.some(({ date, value }) => rules.until.date(date, values) ?? rules.until.value(value, values))
  return isWrong ? null : <AmountPreview merchantId={merchantId} terms={givenTerms(termsOf(values))} />
}
