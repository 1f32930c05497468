import { createServer, type Server, type Socket } from 'node:net'
import type { ServerId } from '@nimbo/kernel/ids'

/** Where the screens or the serial ports of domains listen, on this machine alone: opened with the first who asks. */
export interface FakePorts {
  open(id: ServerId): Promise<{ readonly host: string; readonly port: number }>
  /** Nothing there is a success. */
  close(id: ServerId): void
  closeAll(): void
}

const host = '127.0.0.1'

/** Serves each who connects by `serve`, whose end is that of the connection. */
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
      // A cloud that ends need not wait for those who look on.
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
