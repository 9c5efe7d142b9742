import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { Money, Text } from '../../platform/http/schemas.ts'
import { TransactionItem } from '../transaction-search/portal-schemas.ts'
import { ImportRequest } from './import-schemas.ts'
import { CustomerChanges, CustomerData, customerForm } from './schemas.ts'

export const CustomerParams = Type.Object({ merchantId: Type.String(), customerId: Type.String() })

export const CustomersQuery = Type.Object({ limit: Limit, cursor: Cursor, q: Type.Optional(Text(200)) })

/** `formKey` identifies the form, so that pressing twice creates one customer. */
export const CustomerForm = Type.Object({ ...customerForm, formKey: Type.Optional(Type.String({ format: 'uuid' })) })
export type CustomerForm = Static<typeof CustomerForm>

export const CustomerChange = CustomerChanges
export type CustomerChange = Static<typeof CustomerChange>

/** The document is masked for people who may not see whole documents. */
export const CustomerView = CustomerData
export type CustomerView = Static<typeof CustomerView>

export const CustomerList = PageOf(CustomerView)
export const RemovedCustomer = Type.Object({ id: Type.String() })
export const PaymentsQuery = Type.Object({ limit: Limit, cursor: Cursor })
export const CustomerPayments = PageOf(TransactionItem)

/** `isExact` false: only the newest 10,000 charges are in the sums. */
export const CustomerDetail = Type.Object({
  customer: CustomerView,
  sums: Type.Object({
    count: Type.Integer(),
    asked: Money,
    open: Money,
    paid: Money,
    returned: Money,
    isExact: Type.Boolean(),
  }),
})
export type CustomerDetail = Static<typeof CustomerDetail>

export const CustomersFile = Type.Object({ q: Type.Optional(Text(200)) })

export const ImportForm = Type.Object({
  ...ImportRequest.properties,
  /** Makes a repeated form import the file only once. */
  formKey: Type.String({ format: 'uuid' }),
})
export type ImportForm = Static<typeof ImportForm>
