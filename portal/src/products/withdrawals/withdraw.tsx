import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { useTexts } from '../../kit/texts.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'
import { withdrawTexts } from './texts.ts'

/** The button below the balance. What was asked for is shown on the page of the request, where it is decided on. */
export function Withdraw({ merchantId, available }: { merchantId: string; available: string }) {
  const words = useTexts(withdrawTexts)
  const mayAsk = usePermission('requests.make')
  const navigate = useNavigate()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!mayAsk) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={open}>
        {words.withdraw}
      </Button>
      {isOpen && (
        <WithdrawDialog
          merchantId={merchantId}
          available={available}
          onClose={close}
          onDone={id => {
            notifyDone(words.asked)
            void navigate({ to: `/m/${merchantId}/requests/${id}` })
          }}
        />
      )}
    </>
  )
}
