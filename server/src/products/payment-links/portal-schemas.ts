import { type Static, Type } from 'typebox'
import { Cursor, Limit, PageOf } from '../../platform/http/paging.ts'
import { OneOf } from '../../platform/http/schemas.ts'
import { TransactionItem } from '../transaction-search/portal-schemas.ts'
import { LinkChanges, LinkData, linkForm } from './schemas.ts'
import { linkStates } from './states.ts'

export const LinkParams = Type.Object({ merchantId: Type.String(), linkId: Type.String() })

export const LinksQuery = Type.Object({ limit: Limit, cursor: Cursor, state: Type.Optional(OneOf(linkStates)) })
export const PaymentsQuery = Type.Object({ limit: Limit, cursor: Cursor })

/** `formKey` identifies the form, so that pressing twice creates one link. */
export const LinkForm = Type.Object({
  ...linkForm,
  /** One code for a counter instead of a page. */
  isStatic: Type.Optional(Type.Boolean()),
  formKey: Type.Optional(Type.String({ format: 'uuid' })),
})
export type LinkForm = Static<typeof LinkForm>

export const LinkChange = LinkChanges
export type LinkChange = Static<typeof LinkChange>

export const LinkView = LinkData
export type LinkView = Static<typeof LinkView>

export const LinkList = PageOf(LinkView)
export const LinkPayments = PageOf(TransactionItem)
