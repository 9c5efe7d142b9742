/** No certificate is this large; what is, is another file. */
const mostBytes = 40_000

export const isTooLarge = (file: File): boolean => file.size > mostBytes

/** A file as text that JSON can carry: PFX files are binary. */
export async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
