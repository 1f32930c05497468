import { createServer, type Server, type Socket } from 'node:net'
import type { ServerId } from '@nimbo/kernel/ids'

/** The listeners for domains' VNC, SPICE or serial ports, on this machine only; each is opened on first request. */
export interface FakePorts {
  open(id: ServerId): Promise<{ readonly host: string; readonly port: number }>
  /** Idempotent. */
  close(id: ServerId): void
  closeAll(): void
}

const host = '127.0.0.1'

/** Handles each connection with `serve`; the connection is closed when that resolves. */
export const fakePorts = (serve: (id: ServerId, socket: Socket) => Promise<void>): FakePorts => {
  const opened = new Map<ServerId, Promise<{ readonly server: Server; readonly port: number }>>()
  const connected = new Map<Socket, ServerId>()

  const listen = (id: ServerId) =>
    new Promise<{ server: Server; port: number }>((resolve, reject) => {
      const server = createServer((socket) => {
        connected.set(socket, id)
        socket.on('error', () => socket.destroy())
        socket.once('close', () => connected.delete(socket))
        serve(id, socket)
          .catch(() => {})
          .finally(() => socket.destroy())
      })
      server.once('error', reject)
      server.listen({ host, port: 0 }, () => {
        const address = server.address()
        if (address === null || typeof address === 'string') reject(new Error('no port was given'))
        else resolve({ server, port: address.port })
      })
      // Open consoles must not keep the process alive.
      server.unref()
    })

  const close = (id: ServerId): void => {
    const one = opened.get(id)
    opened.delete(id)
    void one?.then(({ server }) => server.close()).catch(() => {})
    for (const [socket, of] of connected) if (of === id) socket.destroy()
  }
  return {
    open: async (id) => {
      const known = opened.get(id) ?? listen(id)
      opened.set(id, known)
      return { host, port: (await known).port }
    },
    close,
    closeAll: () => {
      for (const id of [...opened.keys()]) close(id)
    },
  }
}
