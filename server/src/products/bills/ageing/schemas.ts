import { type Static, Type } from 'typebox'
import { languages } from '../../../platform/http/languages.ts'
import { Day, MoneyOf, Named, OneOf } from '../../../platform/http/schemas.ts'
import { bucketNames } from './buckets.ts'

const Bucket = Type.Object(
  {
    name: Named(
      'BillAge',
      OneOf(bucketNames, 'How late: `NotDue` is on time, `To30` is 1 to 30 days late, `Over90` more than 90'),
    ),
    count: Type.Integer({ description: 'How many bills' }),
    amount: MoneyOf('Their sum, without fine, interest and discount'),
    share: Type.Integer({ description: 'Of the amount of all open bills, in whole percent' }),
  },
  { title: 'AgeingBucket' },
)

export const AgeingData = Type.Object(
  {
    today: Day,
    buckets: Type.Array(Bucket, { description: 'All open bills, by how late they are' }),
    expired: Type.Object(
      {
        count: Type.Integer({ description: 'How many bills' }),
        amount: MoneyOf('Their sum'),
        since: { ...Day, description: 'The first due date that is included: one year ago' },
      },
      {
        title: 'ExpiredBills',
        description:
          'Bills that expired unpaid. Not in `buckets`: they cannot be paid any more, and a bill made instead would count twice',
      },
    ),
    isExact: Type.Boolean({ description: 'False: only the 50,000 bills due first are summed up' }),
  },
  { title: 'BillAgeing' },
)
export type AgeingData = Static<typeof AgeingData>

export const AgeingExportQuery = Type.Object({
  language: Type.Optional(OneOf(languages, 'Language of the headings. Default: en')),
})
