/** A name for a file of these words, which every system takes: `pix-2026-11-16-bolo-de-cenoura`. */
export const fileName = (...words: string[]): string => words.map(plain).filter(Boolean).join('-')

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/g, '')
