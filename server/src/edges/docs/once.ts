/** Made when it is first asked for, and then kept. */
export function once<Made>(make: () => Made): () => Made {
  let made: { value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
