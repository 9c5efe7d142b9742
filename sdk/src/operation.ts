/** One endpoint as it is called once: emitted methods fill it in. */
export type Operation = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: string
  body?: object
  /** The body goes as a form, not as JSON. */
  isForm?: true
  /** Fields of the body that are amounts of money. */
  amounts?: readonly string[]
  /** Needs no token. */
  isPublic?: true
  /** `safe`: doing it twice does what doing it once does, by its idempotency key or by its nature. */
  repeat: 'safe' | 'unsafe'
  /** What the method answers: `data` of the answer, the whole of it, or the answer itself to read a file from. */
  answer: 'data' | 'nothing' | 'json' | 'text' | 'file'
  accept?: string
  headers?: Record<string, string>
}

/** Options of any single call. */
export type CallOptions = {
  /** Ends the call: it throws the signal's reason. */
  signal?: AbortSignal | undefined
  /** How long the call may take, with its login and all attempts. */
  timeoutMs?: number | undefined
  /** Attempts after the first. */
  retries?: number | undefined
  /** Makes a POST once-only across calls and processes: the same key and body answer the first one again. */
  idempotencyKey?: string | undefined
}

export type Call = <Answer>(operation: Operation, options?: CallOptions) => Promise<Answer>
