import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useTexts } from '../../kit/texts.ts'
import { type LinkView, changeLink, linkKeys } from './api.ts'
import { LimitFields, TitleFields, dayOfEnd, endOf, stockOf, useCommonRules } from './link-fields.tsx'
import { linkTexts } from './texts.ts'

type Props = { merchantId: string; link: LinkView; onClose: () => void }

/** Mounted when it opens, so that it begins with what the link says then. */
export function ChangeLinkDialog({ merchantId, link, onClose }: Props) {
  const words = useTexts(linkTexts)
  const kit = useTexts(kitTexts)
  const rules = useCommonRules()
  const before = dayOfEnd(link.endsAt)
  const form = useForm({
    initialValues: {
      title: link.title,
      description: link.description ?? '',
      stock: link.stock === null ? '' : String(link.stock),
      endsOn: before,
    },
    validate: { ...rules, endsOn: value => (value === before ? null : rules.endsOn(value)) },
  })
  const submit = useSubmit(
    form,
    ({ title, description, stock, endsOn }) =>
      changeLink(merchantId, link.id, {
        title: title.trim(),
        description: description.trim() === '' ? null : description.trim(),
        stock: stockOf(stock),
        ...(endsOn !== before && { endsAt: endOf(endsOn) }),
      }),
    {
      changes: [linkKeys.all(merchantId)],
      notice: words.changed,
      onDone: onClose,
      fields: { endsAt: 'endsOn' },
    },
  )
  return (
    <FormDialog title={words.changeTitle} onClose={onClose} submit={submit} label={kit.save}>
      <TitleFields form={form} />
      {link.qrCode === null && <LimitFields form={form} />}
      <Text size="sm" c="dimmed">
        {words.fixedForGood}
      </Text>
    </FormDialog>
  )
}
