/** A URL as the audit log records it: its query is often a secret. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
