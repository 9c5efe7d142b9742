import { bodyReader, cpf, object } from '../http/read-body.ts'

type Discount = { type: 'currency' | 'percentage'; value: number; until_date: string }
export type Billet = {
  customer: { name?: string; cpf?: string; juridical_person?: { corporate_name: string; cnpj: string } }
  expire_at: string
  conditional_discount?: Discount
  configurations?: {
    days_to_write_off?: number
    fine?: number
    interest?: number | { value: number; type: 'daily' | 'monthly' }
  }
  message?: string
}
type Body = {
  items: { name: string; value: number; amount: number }[]
  metadata?: { custom_id?: string; notification_url?: string }
  payment: { banking_billet: Billet }
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const count = { type: 'integer', minimum: 0 }
const day = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }
/** As the bank documents it. */
export const readCharge = bodyReader<Body>(
  'charge',
  object(['items', 'payment'], {
    items: {
      type: 'array',
      minItems: 1,
      items: object(['name', 'value', 'amount'], { name: text(255), value: count, amount: { ...count, minimum: 1 } }),
    },
    metadata: object([], { custom_id: text(255), notification_url: { ...text(255), pattern: '^https?://' } }),
    payment: object(['banking_billet'], {
      banking_billet: object(['customer', 'expire_at'], {
        customer: {
          ...object([], {
            name: text(255),
            cpf,
            email: text(255),
            phone_number: { type: 'string', pattern: '^[1-9]{2}9?[0-9]{8}$' },
            address: object(['street', 'number', 'neighborhood', 'zipcode', 'city', 'state'], {
              street: text(200),
              number: text(55),
              neighborhood: text(255),
              zipcode: { type: 'string', pattern: '^\\d{8}$' },
              city: text(255),
              complement: { type: 'string', maxLength: 55 },
              state: { type: 'string', pattern: '^[A-Z]{2}$' },
            }),
            juridical_person: object(['corporate_name', 'cnpj'], {
              corporate_name: text(255),
              cnpj: { type: 'string', pattern: '^[0-9A-Z]{14}$' },
            }),
          }),
          oneOf: [{ required: ['name', 'cpf'] }, { required: ['juridical_person'] }],
        },
        expire_at: day,
        conditional_discount: object(['type', 'value', 'until_date'], {
          type: { enum: ['currency', 'percentage'] },
          value: count,
          until_date: day,
        }),
        configurations: object([], {
          days_to_write_off: { ...count, maximum: 120 },
          fine: count,
          interest: {
            anyOf: [count, object(['value', 'type'], { value: count, type: { enum: ['daily', 'monthly'] } })],
          },
        }),
        message: { type: 'string', maxLength: 403, pattern: '^[^\\n]{1,100}(\\n[^\\n]{1,100}){0,3}$' },
      }),
    }),
  }),
)
