import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { parseTransportUrl } from './transport-url.ts'

/** A connection to a broker that a test can interrupt. */
export interface CuttableProxy extends AsyncDisposable {
  /** The broker's URL through the proxy. */
  readonly url: string
  /** Breaks every connection; new ones are refused until {@link mend}. */
  cut(): void
  mend(): void
}

/** Starts a proxy to the broker of `url`. */
export const cuttableProxy = async (url: string): Promise<CuttableProxy> => {
  const [broker] = parseTransportUrl(url).brokers
  if (broker === undefined) throw new Error('the address names no broker')
  const ends = new Set<Socket>()
  let whole = true
  const keep = (socket: Socket) => {
    ends.add(socket)
    socket.once('close', () => ends.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((near) => {
    if (!whole) {
      near.destroy()
      return
    }
    const far = connect({ host: broker.host, port: broker.port, noDelay: true })
    near.setNoDelay(true)
    for (const end of [near, far]) keep(end)
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const cut = () => {
    whole = false
    for (const end of ends) end.destroy()
  }
  return {
    url: url.replace(`${broker.host}:${broker.port}`, `127.0.0.1:${port}`),
    cut,
    mend: () => {
      whole = true
    },
    [Symbol.asyncDispose]: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
