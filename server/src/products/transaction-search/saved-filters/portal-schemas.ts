import { type Static, Type } from 'typebox'
import { Text, Words } from '../../../platform/http/schemas.ts'

export const FiltersParams = Type.Object({ merchantId: Type.String() })
export const FilterParams = Type.Object({ merchantId: Type.String(), filterId: Type.String() })

/** `query` is the query string of the screen, without the question mark. */
export const FilterForm = Type.Object({ name: Words(60), query: Text(1_000) })
export type FilterForm = Static<typeof FilterForm>

export const FilterView = Type.Object({ id: Type.String(), name: Type.String(), query: Type.String() })
export type FilterView = Static<typeof FilterView>

export const FilterList = Type.Object({ items: Type.Array(FilterView) })
export type FilterList = Static<typeof FilterList>
