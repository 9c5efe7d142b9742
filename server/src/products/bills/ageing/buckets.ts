/** What is open, by how many days it is late: `from` to `until`, both included. */
export const buckets = [
  { name: 'NotDue', from: null, until: null },
  { name: 'To30', from: 1, until: 30 },
  { name: 'To60', from: 31, until: 60 },
  { name: 'To90', from: 61, until: 90 },
  { name: 'Over90', from: 91, until: null },
] as const
export type BucketName = (typeof buckets)[number]['name']
export const bucketNames = buckets.map(({ name }) => name)

/** Days after the due date; a bill that is still on time is not due, whatever its date. */
export const bucketOf = (daysLate: number): BucketName =>
  buckets.findLast(({ from }) => from !== null && daysLate >= from)?.name ?? 'NotDue'
