import { useQuery } from '@tanstack/react-query'
import { type ChargedCustomer, readCharged } from '../pix/api.ts'
import { CustomerSelect } from '../pix/customer-select.tsx'

type Props = { merchantId: string; value: string | null; onChange: (customerId: string | null) => void }

/** Bills of one customer. The address has only the id: the name is read. */
export function CustomerFilter({ merchantId, value, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ['customers', merchantId, 'charged', value],
    queryFn: () => readCharged(merchantId, value ?? ''),
    enabled: value !== null,
    retry: false,
  })
  const chosen: ChargedCustomer | null = value === null ? null : (data ?? null)
  return (
    <CustomerSelect
      merchantId={merchantId}
      value={chosen}
      onChange={customer => onChange(customer?.id ?? null)}
      isFilter
    />
  )
}
