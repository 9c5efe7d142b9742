import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { IconPlus } from '../../kit/icons.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { ChargedCustomer } from '../pix/api.ts'
import { NewBillDialog } from './new-bill-dialog.tsx'
import { billTexts } from './texts.ts'

type Props = { merchantId: string; customer?: ChargedCustomer }

/** The button that makes a bill. What was made is shown on its own page, where it is shared. */
export function NewBill({ merchantId, customer }: Props) {
  const words = useTexts(billTexts)
  const mayMake = usePermission('charges.make')
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!mayMake) return null
  return (
    <>
      <Button
        variant={customer === undefined ? 'filled' : 'default'}
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={open}
      >
        {customer === undefined ? words.new : words.newShort}
      </Button>
      {isOpen && (
        <NewBillDialog
          merchantId={merchantId}
          customer={customer}
          onClose={close}
          onPlanned={count => {
            close()
            notifyDone(words.planMade(count))
            void navigate({ to: `/m/${merchantId}/bills` })
          }}
          onDone={({ id }) => {
            notifyDone(words.made)
            void navigate({ to: `/m/${merchantId}/bills/${id}` })
          }}
        />
      )}
    </>
  )
}
