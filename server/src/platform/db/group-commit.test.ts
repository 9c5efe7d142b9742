import { expect, test } from 'vitest'
import { openTrilho, times } from '../../../test/kit/trilho.ts'
import { groupCommit } from './group-commit.ts'
import { ApiError } from '../http/errors.ts'

type Item = { merchantId: string; value: number }

/** Numbers instead of items: all of one merchant, unless said otherwise. */
const numbersOnly =
  <Result>(write: (item: Item) => Promise<Result>) =>
  (value: number, merchantId: unknown = 'm') =>
    write({ merchantId: typeof merchantId === 'string' ? merchantId : 'm', value })
const valuesOf = (items: Item[]) => items.map(item => item.value)

/** A writer whose every flight ends when the test says so. */
function heldWriter() {
  const flights: { items: number[]; land: (results?: Array<string | Error>) => void }[] = []
  const writeAll = (items: Item[]) =>
    new Promise<Array<string | Error>>(resolve => {
      const values = valuesOf(items)
      flights.push({ items: values, land: (results = values.map(String)) => resolve(results) })
    })
  return { flights, writeAll }
}

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))

async function openHeld(options: Parameters<typeof groupCommit>[2]) {
  const { flights, writeAll } = heldWriter()
  const write = numbersOnly(groupCommit<Item, string>('test', writeAll, options))
  const sizes = () => flights.map(flight => flight.items)
  const land = async (index: number, results?: Array<string | Error>) => {
    flights[index]?.land(results)
    await nextTurn()
    await nextTurn()
  }
  return { write, sizes, land }
}

test('a lone call is written at once', async () => {
  const { write, sizes, land } = await openHeld({})
  const written = write(7)
  await nextTurn()
  expect(sizes()).toEqual([[7]])
  await land(0)
  expect(await written).toBe('7')
})

test('callers that come during a flight share the next one, and each gets its own result', async () => {
  const { write, sizes, land } = await openHeld({ lanes: 1 })
  const first = write(0)
  await nextTurn()
  const others = times(5, index => write(index + 1))
  await nextTurn()
  expect(sizes()).toEqual([[0]])
  await land(0)
  expect(sizes()).toEqual([[0], [1, 2, 3, 4, 5]])
  await land(1)
  expect(await Promise.all([first, ...others])).toEqual(['0', '1', '2', '3', '4', '5'])
})

test('never more flights than lanes, never more items than the largest group', async () => {
  const { write, sizes, land } = await openHeld({ lanes: 2, largest: 3 })
  const written = Promise.all(times(8, write))
  await nextTurn()
  await nextTurn()
  await nextTurn()
  expect(sizes()).toEqual([
    [0, 1, 2],
    [3, 4, 5],
  ])
  await land(1)
  expect(sizes()).toEqual([
    [0, 1, 2],
    [3, 4, 5],
    [6, 7],
  ])
  await land(0)
  await land(2)
  expect(await written).toEqual(times(8, String))
})

test('an error among the results is the error of one caller alone', async () => {
  const { write, land } = await openHeld({})
  const settled = Promise.allSettled(times(3, write))
  await nextTurn()
  await land(0, ['0', new ApiError('TransactionNotFound'), '2'])
  expect(await settled).toEqual([
    { status: 'fulfilled', value: '0' },
    { status: 'rejected', reason: new ApiError('TransactionNotFound') },
    { status: 'fulfilled', value: '2' },
  ])
})

test('too many waiting callers are refused with 503 and the others are served', async () => {
  const { write, sizes, land } = await openHeld({ lanes: 1, mostWaiting: 2 })
  const flying = write(0)
  await nextTurn()
  const waiting = [write(1), write(2)]
  await expect(write(3)).rejects.toMatchObject({ reason: 'ServerOverloaded', status: 503 })
  await land(0)
  expect(sizes()).toEqual([[0], [1, 2]])
  const late = write(4)
  await land(1)
  await land(2)
  expect(await Promise.all([flying, ...waiting, late])).toEqual(['0', '1', '2', '4'])
})

test('a flood from one merchant is refused on its own, and another is served in the next flight', async () => {
  const { write, sizes, land } = await openHeld({ lanes: 1, largest: 4, mostOfOne: 6 })
  const flying = write(0)
  await nextTurn()
  const flood = times(6, index => write(index + 1, 'flood'))
  await expect(write(7, 'flood')).rejects.toMatchObject({ reason: 'ServerOverloaded' })
  const other = write(100, 'other')
  await land(0)
  expect(sizes()[1]).toContain(100)
  await land(1)
  await land(2)
  expect(await Promise.all([flying, ...flood, other])).toHaveLength(8)
})

test('a fault that is not of the data fails the whole group, is not repeated, and the next group is written', async () => {
  const groups: number[][] = []
  const write = numbersOnly(
    groupCommit<Item, number>('test', async items => {
      groups.push(valuesOf(items))
      if (groups.length === 1) throw new Error('connection lost')
      return valuesOf(items)
    }),
  )
  const settled = await Promise.allSettled(times(3, write))
  expect(settled.map(one => one.status)).toEqual(Array(3).fill('rejected'))
  expect(groups).toEqual([[0, 1, 2]])
  expect(await write(9)).toBe(9)
})

test('data the database refuses fails its own caller; its neighbours are written, each once', async () => {
  const { sql } = await openTrilho()
  await sql`create table numbers (value int primary key check (value <> 13))`
  const write = numbersOnly(
    groupCommit<Item, number>('test', items =>
      sql.begin(async tx => {
        await tx`insert into numbers select unnest(${valuesOf(items)}::int[])`
        return valuesOf(items)
      }),
    ),
  )
  const values = [1, 13, 2, 99_999_999_999, 3]
  const settled = await Promise.allSettled(values.map(write))
  expect(settled.map(one => (one.status === 'fulfilled' ? one.value : (one.reason as { code: string }).code))).toEqual([
    1,
    '23514',
    2,
    '22003',
    3,
  ])
  expect((await sql`select value from numbers order by value`).map(row => row.value)).toEqual([1, 2, 3])
})
