import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../kit/loaded.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { readCustomerWish, reminderKeys, setCustomerWish } from './api.ts'
import { reminderTexts } from './texts.ts'
import { WishControl } from './wish-control.tsx'

/** Whether a customer gets reminders, on its page. */
export function CustomerWish({ merchantId, customerId }: { merchantId: string; customerId: string }) {
  const words = useTexts(reminderTexts)
  const query = useQuery({
    queryKey: reminderKeys.customer(merchantId, customerId),
    queryFn: () => readCustomerWish(merchantId, customerId),
  })
  return (
    <Section title={words.reminders}>
      <Loaded query={query}>
        {wish => (
          <WishControl
            merchantId={merchantId}
            wish={wish}
            set={isRefused => setCustomerWish(merchantId, customerId, isRefused)}
          />
        )}
      </Loaded>
    </Section>
  )
}
