import { Group, Radio, SimpleGrid, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../kit/texts.ts'
import type { ChargedCustomer } from '../pix/api.ts'
import { type BillForm, billKeys, readMethods } from './api.ts'
import { addressPartTexts, billFormTexts } from './texts.ts'

const addressParts = ['postalCode', 'street', 'district', 'city', 'state'] as const
type AddressPart = (typeof addressParts)[number]

/** How it can be paid, and what a boleto needs to know of a payer who is no customer. */
export type MethodValues = { method: 'pix' | 'boleto' } & Record<AddressPart, string>

export const newMethod: MethodValues = { method: 'pix', postalCode: '', street: '', district: '', city: '', state: '' }

export const isBoleto = ({ method }: MethodValues): boolean => method === 'boleto'

/** What the merchant's bank offers, and which parts of an address its boletos need. */
function useMethods(merchantId: string) {
  const { data } = useQuery({
    queryKey: billKeys.methods(merchantId),
    queryFn: () => readMethods(merchantId),
    staleTime: 60_000,
  })
  return {
    hasBoletos: data?.methods.includes('boleto') === true,
    needed: addressParts.filter(part => part !== 'district' || data?.needsDistrict === true),
  }
}

/** What of the address that a boleto needs is not known of a customer. */
const lackedBy = (customer: ChargedCustomer | null, values: MethodValues, needed: readonly AddressPart[]) =>
  isBoleto(values) && customer !== null ? needed.filter(part => !customer.address?.[part]) : []

/** What to do about it; null: nothing is lacking. */
function useLackWords() {
  const words = useTexts(billFormTexts)
  const parts = useTexts(addressPartTexts)
  return (lacked: readonly AddressPart[]) =>
    lacked.length === 0 ? null : words.noAddress(lacked.map(part => parts[part]).join(', '))
}

/** The checks of the fields; the API has the last word. `customer` null: the payer is typed. */
export function useMethodRules(merchantId: string, customer: ChargedCustomer | null) {
  const words = useTexts(billFormTexts)
  const lackWords = useLackWords()
  const { needed } = useMethods(merchantId)
  const rule = (isRight: (typed: string) => boolean, wrong: string) => (typed: string, values: MethodValues) =>
    isBoleto(values) && customer === null && !isRight(typed.trim()) ? wrong : null
  return {
    method: (_method: string, values: MethodValues) => lackWords(lackedBy(customer, values, needed)),
    street: rule(typed => typed !== '', words.streetMissing),
    district: rule(typed => typed !== '' || !needed.includes('district'), words.districtMissing),
    city: rule(typed => typed !== '', words.cityMissing),
    state: rule(typed => /^[a-z]{2}$/i.test(typed), words.stateWrong),
    postalCode: rule(typed => /^\d{5}-?\d{3}$/.test(typed), words.postalCodeWrong),
  }
}

/** Where the form shows what the API finds wrong. */
export const methodFields = {
  methods: 'method',
  'payer.address': 'method',
  'payer.address.street': 'street',
  'payer.address.district': 'district',
  'payer.address.city': 'city',
  'payer.address.state': 'state',
  'payer.address.postalCode': 'postalCode',
}

export const methodsOf = (values: MethodValues): Pick<BillForm, 'methods'> =>
  isBoleto(values) ? { methods: ['pix', 'boleto'] } : {}

/** Of a payer who is typed. */
export function addressOf(values: MethodValues) {
  const { street, district, city, state, postalCode } = values
  if (!isBoleto(values)) return {}
  return {
    address: {
      street: street.trim(),
      ...(district.trim() !== '' && { district: district.trim() }),
      city: city.trim(),
      state: state.trim().toUpperCase(),
      postalCode: postalCode.trim(),
    },
  }
}

type Props<Values extends MethodValues> = {
  form: UseFormReturnType<Values>
  merchantId: string
  customer: ChargedCustomer | null
}

/** Nothing where the merchant's bank registers no boletos: every bill is paid by Pix. */
export function MethodFields<Values extends MethodValues>({ form, merchantId, customer }: Props<Values>) {
  const words = useTexts(billFormTexts)
  const lackWords = useLackWords()
  const { hasBoletos, needed } = useMethods(merchantId)
  if (!hasBoletos) return null
  const method = form.getInputProps('method')
  const field = (part: AddressPart) => ({ ...form.getInputProps(part), autoComplete: 'off' })
  return (
    <>
      <Radio.Group
        label={words.methods}
        {...method}
        error={lackWords(lackedBy(customer, form.values, needed)) ?? method.error}
      >
        <Group gap="md" mt={6}>
          <Radio value="pix" label={words.pixOnly} />
          <Radio value="boleto" label={words.pixAndBoleto} />
        </Group>
      </Radio.Group>
      {isBoleto(form.values) && (
        <Text size="xs" c="dimmed">
          {words.boletoHint}
        </Text>
      )}
      {isBoleto(form.values) && customer === null && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <TextInput label={words.postalCode} required inputMode="numeric" maxLength={9} {...field('postalCode')} />
          <TextInput label={words.street} required maxLength={200} {...field('street')} />
          {needed.includes('district') ? (
            <TextInput label={words.district} required maxLength={100} {...field('district')} />
          ) : (
            <TextInput label={words.districtOptional} maxLength={100} {...field('district')} />
          )}
          <TextInput label={words.city} required maxLength={200} {...field('city')} />
          <TextInput label={words.uf} required maxLength={2} {...field('state')} />
        </SimpleGrid>
      )}
    </>
  )
}
