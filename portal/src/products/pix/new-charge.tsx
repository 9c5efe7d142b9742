import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { IconPlus } from '../../kit/icons.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { ChargedCustomer } from './api.ts'
import { ChargeDialog } from './charge-dialog.tsx'
import { chargeTexts } from './texts.ts'

/** The button that asks for money. What was made is shown on its own page, where it is shared. */
export function NewCharge({ merchantId, customer }: { merchantId: string; customer?: ChargedCustomer }) {
  const words = useTexts(chargeTexts)
  const mayCharge = usePermission('charges.make')
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!mayCharge) return null
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {words.new}
      </Button>
      {isOpen && (
        <ChargeDialog
          merchantId={merchantId}
          customer={customer}
          onClose={close}
          onDone={id => {
            notifyDone(words.made)
            void navigate({ to: `/m/${merchantId}/transactions/${id}` })
          }}
        />
      )}
    </>
  )
}
