import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy whose connections can be interrupted, as if a cable were unplugged. */
export interface SeverableLine extends AsyncDisposable {
  /** The URL through the proxy: `address` with the proxy's host and port. */
  through(address: string): string
  /** Stops forwarding without closing or refusing anything: open connections stay open, and new ones wait. */
  cut(): void
  /** Resumes forwarding, beginning with the data and closures that were held back. */
  mend(): void
}

const loopback = '127.0.0.1'

/** One proxied connection. */
class Strand {
  readonly #near: Socket
  readonly #farPort: number
  readonly #over: () => void
  #far: Socket | undefined
  #carries = false

  constructor(near: Socket, farPort: number, over: () => void) {
    this.#near = near
    this.#farPort = farPort
    this.#over = over
    this.#watch(near)
  }

  carry(): void {
    if (this.#carries) return
    this.#carries = true
    const near = this.#near
    const far = this.#reach()
    if (near.destroyed || far.destroyed) {
      this.#part()
      return
    }
    near.pipe(far)
    far.pipe(near)
  }

  hold(): void {
    this.#carries = false
    // A socket that is not read does not detect that its peer has closed, so neither end learns that the other one has closed.
    for (const socket of [this.#near, this.#far]) socket?.unpipe().pause()
  }

  end(): void {
    this.#near.destroy()
    this.#far?.destroy()
  }

  /** The connection to the server, opened when there is first something to forward. */
  #reach(): Socket {
    if (this.#far !== undefined) return this.#far
    const far = connect({ host: loopback, port: this.#farPort, allowHalfOpen: true, noDelay: true })
    this.#far = far
    this.#watch(far)
    return far
  }

  #watch(socket: Socket): void {
    // An error is followed by `close`.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#carries) this.#part()
      if (this.#near.destroyed && this.#far?.destroyed !== false) this.#over()
    })
  }

  /** When one side has closed, closes the other after all data is sent. */
  #part(): void {
    this.#near.destroySoon()
    this.#far?.destroySoon()
  }
}

/** A proxy from a free port of the loopback address to another port there. */
export const severableLine = async (farPort: number): Promise<SeverableLine> => {
  const strands = new Set<Strand>()
  let severed = false
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (near) => {
    const strand: Strand = new Strand(near, farPort, () => strands.delete(strand))
    strands.add(strand)
    if (!severed) strand.carry()
  })
  await once(server.listen(0, loopback), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    through: (address) => {
      const url = new URL(address)
      url.hostname = loopback
      url.port = String(port)
      return url.href
    },
    cut: () => {
      severed = true
      for (const strand of strands) strand.hold()
    },
    mend: () => {
      severed = false
      for (const strand of strands) strand.carry()
    },
    [Symbol.asyncDispose]: async () => {
      server.close()
      for (const strand of strands) strand.end()
      await once(server, 'close')
    },
  }
}
