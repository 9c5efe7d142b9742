/** An address as the audit log keeps it: receivers are often known by a secret in the query. */
export function shownAddress(url: string): string {
  const { origin, pathname, search } = new URL(url)
  return `${origin}${pathname}${search === '' ? '' : '?…'}`
}
