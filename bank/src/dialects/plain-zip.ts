import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP archive of one file. */
export function zipOf(name: string, text: string): Buffer {
  const [title, content] = [Buffer.from(name), Buffer.from(text)]
  const packed = deflateRawSync(content)
  // Version, flags, method, time and day; then what it holds.
  const entry = Buffer.alloc(26)
  for (const [at, value] of [20, 0x0800, 8, 0, 0x21].entries()) entry.writeUInt16LE(value, 2 * at)
  for (const [at, value] of [crc32(content), packed.length, content.length].entries())
    entry.writeUInt32LE(value, 10 + 4 * at)
  entry.writeUInt16LE(title.length, 22)
  const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), entry, title, packed])
  // The directory repeats it, after the version that made it; the file is at its beginning.
  const directory = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), entry, Buffer.alloc(14), title])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(file.length, 16)
  return Buffer.concat([file, directory, end])
}
