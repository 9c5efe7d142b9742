/** The text with another character at an index, which may count from the end: a fixed one may be the one that is there. */
export const withOther = (text: string, index: number): string => {
  const at = index < 0 ? text.length + index : index
  return text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
}
