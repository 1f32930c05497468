import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server that can be cut, as a cable can. */
export interface SeverableLine extends AsyncDisposable {
  /** The address of something on that server, over this line: the same URL with this line's host and port. */
  through(address: string): string
  /** From now on no byte is carried, and none refused: what is connected stays so, and what connects waits. */
  cut(): void
  /** Carries on: first what was said meanwhile, also that one end has gone. */
  mend(): void
}

const loopback = '127.0.0.1'

/** One connection over the line. */
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
    // Nobody looks at a socket that is not read: neither end hears that the other has gone.
    for (const socket of [this.#near, this.#far]) socket?.unpipe().pause()
  }

  end(): void {
    this.#near.destroy()
    this.#far?.destroy()
  }

  /** The far end, connected to when there is first something to carry. */
  #reach(): Socket {
    if (this.#far !== undefined) return this.#far
    const far = connect({ host: loopback, port: this.#farPort, allowHalfOpen: true, noDelay: true })
    this.#far = far
    this.#watch(far)
    return far
  }

  #watch(socket: Socket): void {
    // What breaks it closes it as well.
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#carries) this.#part()
      if (this.#near.destroyed && this.#far?.destroyed !== false) this.#over()
    })
  }

  /** When one end has gone, the other is told once it has all that was said. */
  #part(): void {
    this.#near.destroySoon()
    this.#far?.destroySoon()
  }
}

/** A line from a free port of the loopback address to another port there. */
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
