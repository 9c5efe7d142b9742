import { Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { kitTexts } from '../../kit/kit-texts.ts'
import { useTexts } from '../../kit/texts.ts'
import { type MerchantDetail, merchantKeys } from './api.ts'
import { merchantTexts } from './texts.ts'

/** What every dialog about a merchant's settings is given. Each is mounted when it opens. */
export type SettingsProps = { merchant: MerchantDetail; onClose: () => void }

type Props<Values extends Record<string, unknown>> = Omit<SettingsProps, 'merchant'> & {
  title: string
  intro: string
  form: UseFormReturnType<Values>
  send: (values: Values) => Promise<MerchantDetail>
  children: ReactNode
}

/** The frame of such a dialog: its fields are its own. */
export function SettingsForm<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { title, intro, form, send, onClose, children } = props
  const words = useTexts(kitTexts)
  const { saved } = useTexts(merchantTexts)
  const submit = useSubmit(form, send, {
    caches: changed => [merchantKeys.one(changed.id), changed],
    notice: saved,
    onDone: onClose,
  })
  return (
    <FormDialog title={title} onClose={onClose} submit={submit} label={words.save}>
      <Text size="sm" c="dimmed">
        {intro}
      </Text>
      {children}
    </FormDialog>
  )
}
