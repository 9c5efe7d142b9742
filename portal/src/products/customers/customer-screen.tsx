import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { Details } from '../../kit/details.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { LoadedPage } from '../../kit/loaded.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Money } from '../../kit/money.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { PaymentsSection, everyMs } from '../../money/transactions/payments-section.tsx'
import { BillsSection } from '../bills/bills-section.tsx'
import { NewBill } from '../bills/new-bill.tsx'
import { CustomerWish } from '../reminders/customer-wish.tsx'
import { NewCharge } from '../pix/new-charge.tsx'
import {
  type CustomerDetail,
  type CustomerView,
  customerKeys,
  paymentsPath,
  readCustomer,
  removeCustomer,
} from './api.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { customerTexts } from './texts.ts'

/** A customer, with everything that was asked, paid and returned. */
export function CustomerScreen() {
  const words = useTexts(customerTexts)
  const { id: merchantId } = useMerchant()
  const { customerId } = useParams({ from: '/shell/m/$merchantId/customers/$customerId' })
  const query = useQuery({
    queryKey: customerKeys.one(merchantId, customerId),
    queryFn: () => readCustomer(merchantId, customerId),
    refetchInterval: everyMs,
  })
  return (
    <LoadedPage
      query={query}
      title={words.customer}
      above={{ label: words.customers, to: `/m/${merchantId}/customers` }}
    >
      {detail => <ShownCustomer {...detail} merchantId={merchantId} />}
    </LoadedPage>
  )
}

function ShownCustomer({ customer, sums, merchantId }: CustomerDetail & { merchantId: string }) {
  const words = useTexts(customerTexts)
  return (
    <Page
      title={customer.name}
      breadcrumbs={[{ label: words.customers, to: `/m/${merchantId}/customers` }]}
      actions={usePermission('charges.make') && <CustomerActions customer={customer} merchantId={merchantId} />}
    >
      <Figures>
        <Figure label={words.asked} hint={sums.isExact ? words.charges(sums.count) : words.newestOnly}>
          <Money amount={sums.asked} />
        </Figure>
        <Figure label={words.paid}>
          <Money amount={sums.paid} />
        </Figure>
        <Figure label={words.open}>
          <Money amount={sums.open} />
        </Figure>
        <Figure label={words.returned}>
          <Money amount={sums.returned} />
        </Figure>
      </Figures>
      <Section title={words.details}>
        <Details
          items={[
            { label: words.document, value: customer.document && formatTaxNumber(customer.document) },
            { label: words.email, value: customer.email },
            { label: words.phone, value: customer.phone },
            { label: words.address, value: addressLine(customer.address) },
            { label: words.externalId, value: customer.externalId },
            { label: words.notes, value: customer.notes },
            { label: words.metadata, value: metadataLine(customer.metadata) },
            { label: words.madeAt, value: <When at={customer.creationDate} /> },
          ]}
        />
      </Section>
      {customer.document !== null && <CustomerWish merchantId={merchantId} customerId={customer.id} />}
      <BillsSection merchantId={merchantId} customerId={customer.id} />
      <PaymentsSection
        merchantId={merchantId}
        queryKey={customerKeys.one(merchantId, customer.id)}
        path={paymentsPath(merchantId, customer.id)}
        title={words.payments}
        empty={words.noPayments}
      />
    </Page>
  )
}

/** As it is written on an envelope, in one line. */
function addressLine(address: CustomerView['address']): string | null {
  if (address === null) return null
  const { street, number, complement, district, city, state, postalCode } = address
  const parts = [
    street,
    number,
    complement,
    district,
    [city, state].filter(Boolean).join('/'),
    postalCode?.replace(/^(\d{5})(\d{3})$/, '$1-$2'),
  ]
  return parts.filter(Boolean).join(', ')
}

const metadataLine = (metadata: CustomerView['metadata']): string | null =>
  Object.entries(metadata)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ') || null

function CustomerActions({ customer, merchantId }: { customer: CustomerView; merchantId: string }) {
  const words = useTexts(customerTexts)
  const navigate = useNavigate()
  const [isForm, form] = useDisclosure(false)
  return (
    <>
      <ConfirmAction
        title={words.removeTitle}
        message={words.removeMessage}
        confirmLabel={words.remove}
        isDangerous
        onConfirm={() => removeCustomer(merchantId, customer.id)}
        changes={[customerKeys.list(merchantId)]}
        notice={words.removed}
        onDone={() => void navigate({ to: `/m/${merchantId}/customers` })}
      >
        {open => (
          <Button variant="default" onClick={open}>
            {words.remove}
          </Button>
        )}
      </ConfirmAction>
      <Button variant="default" onClick={form.open}>
        {words.change}
      </Button>
      <NewBill merchantId={merchantId} customer={customer} />
      <NewCharge merchantId={merchantId} customer={customer} />
      {isForm && (
        <CustomerDialog
          merchantId={merchantId}
          customer={customer}
          onClose={form.close}
          onDone={() => {
            form.close()
            notifyDone(words.changed)
          }}
        />
      )}
    </>
  )
}
