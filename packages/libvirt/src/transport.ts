import { createConnection } from 'node:net'
import { withDeadline } from '@nimbo/kernel/deadline'
import { ConnectionLost } from './errors.ts'
import { encodePacket, type Packet, packetAssembler } from './packet.ts'

/** Packets over a socket. */
export interface Transport {
  send(packet: Packet): void
  /** Closes the connection; `onClose` receives `reason` once. */
  close(reason: Error): void
}

export interface TransportHandlers {
  readonly onPacket: (packet: Packet) => void
  readonly onClose: (reason: Error) => void
}

/**
 * Connects to libvirtd's Unix socket. Rejects with {@link ConnectionLost} when nobody listens; later failures and invalid data go
 * to `onClose`.
 */
export const openTransport = async (
  socketPath: string,
  timeoutMs: number,
  handlers: TransportHandlers,
): Promise<Transport> => {
  const socket = createConnection({ path: socketPath })
  let closed = false
  const close = (reason: Error) => {
    if (closed) return
    closed = true
    socket.destroy()
    handlers.onClose(reason)
  }

  const connected = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', (error) =>
      reject(new ConnectionLost(`cannot reach ${socketPath}: ${error.message}`, { cause: error })),
    )
  })
  try {
    await withDeadline(`connecting to ${socketPath}`, timeoutMs, connected)
  } catch (error) {
    socket.destroy()
    throw error
  }

  const assemble = packetAssembler()
  socket.on('data', (chunk) => {
    try {
      for (const packet of assemble(chunk)) handlers.onPacket(packet)
    } catch (error) {
      close(new ConnectionLost('libvirt sent what cannot be understood', { cause: error }))
    }
  })
  socket.on('error', (error) => close(new ConnectionLost(error.message, { cause: error })))
  socket.on('close', () => close(new ConnectionLost('libvirt closed the connection')))

  return {
    send: (packet) => {
      if (closed) throw new ConnectionLost('the connection to libvirt is closed')
      socket.write(encodePacket(packet))
    },
    close,
  }
}
