import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesToUuid, firstUuidOf, UUID_PATTERN, uuidToBytes, uuidv7 } from './uuid.ts'

const many = (count: number, nowMs = Date.now()) => Array.from({ length: count }, () => uuidv7(nowMs))
const isIncreasing = (ids: string[]) => ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? ''))
const timeOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

test('an id carries version 7, the RFC variant, and 36 characters in lower case', () => {
  for (const id of many(1000)) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(id).toMatch(new RegExp(UUID_PATTERN))
  }
})

test('100,000 ids made in a row are unique and strictly increasing', () => {
  const ids = many(100_000)
  expect(isIncreasing(ids)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('a clock set back makes ids of the time it says, and a full counter stays in its millisecond', () => {
  const now = Date.now()
  uuidv7(now)
  expect(uuidv7(now - 60_000) < firstUuidOf(now - 59_999)).toBe(true)
  const ids = Array.from({ length: 300_000 }, () => uuidv7(now))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(id => id >= firstUuidOf(now) && id < firstUuidOf(now + 1))).toBe(true)
})

test('an id contains the millisecond it was made in', () => {
  const soon = Date.now() + 10
  expect(timeOf(uuidv7(soon))).toBe(soon)
})

test('two ids of one millisecond share no random part', () => {
  const ids = many(1000)
  expect(new Set(ids.map(id => id.slice(21))).size).toBe(ids.length)
})

test('a UUID survives the way to bytes and back', () => {
  const id = uuidv7(Date.now())
  expect(uuidToBytes(id)).toHaveLength(16)
  expect(bytesToUuid(uuidToBytes(id))).toBe(id)
  fc.assert(
    fc.property(fc.uuid(), uuid => {
      expect(bytesToUuid(uuidToBytes(uuid))).toBe(uuid)
      expect(bytesToUuid(Uint8Array.from([9, ...uuidToBytes(uuid), 9]).subarray(1, 17))).toBe(uuid)
    }),
  )
})

test('what is no UUID is refused', () => {
  const id = uuidv7(Date.now())
  for (const text of ['', 'x', id.slice(1), `${id}0`, id.replace(/^./, 'g'), id.replaceAll('-', '')]) {
    expect(text).not.toMatch(new RegExp(UUID_PATTERN))
    expect(() => uuidToBytes(text)).toThrow(RangeError)
  }
  expect(() => bytesToUuid(new Uint8Array(15))).toThrow(RangeError)
})
