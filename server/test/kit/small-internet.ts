import tls from 'node:tls'

// For a process under test, by `--import small-internet.ts?port=…`: a public address where a shop of the test listens.
// The process itself is unaware of it, and calls only public https addresses.

/** A public address, as production requires; it is never really called. */
export const shopAddress = '93.184.215.14'

const port = Number(new URL(import.meta.url).searchParams.get('port'))
const { connect } = tls

if (port > 0)
  tls.connect = ((options: tls.ConnectionOptions) =>
    connect(
      options.host === shopAddress ? { ...options, host: '127.0.0.1', port, servername: 'localhost' } : options,
    )) as typeof tls.connect
