// The server of main.ts on a machine whose clock is wrong: `shifted-main.ts <milliseconds ahead>`.

const aheadMs = Number(process.argv[2])
const RightDate = Date

class WrongDate extends RightDate {
  constructor(...given: [] | [value: number | string | Date]) {
    if (given.length === 0) super(RightDate.now() + aheadMs)
    else super(given[0])
  }
  static override now() {
    return RightDate.now() + aheadMs
  }
}

globalThis.Date = WrongDate as DateConstructor
await import('../../src/main.ts')
