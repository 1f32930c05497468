import { type Clock, systemClock } from '@nimbo/kernel/clock'
import { connectRpc, type LibvirtConnection } from './connection.ts'
import { ConnectionLost } from './errors.ts'
import { authTypes, features } from './flags.ts'
import { procedures } from './procedures.ts'

export const defaultSocketPath = '/var/run/libvirt/libvirt-sock'

export interface OpenLibvirtOptions {
  /** libvirtd's Unix socket. */
  readonly socketPath?: string
  /** The hypervisor: `qemu:///system`, `test:///default`. */
  readonly uri: string
  readonly clock?: Clock
  /** Default timeout of calls in milliseconds. */
  readonly timeoutMs?: number
  readonly keepalive?: { readonly intervalMs: number; readonly count: number }
}

/**
 * Connects to a hypervisor through libvirtd. Only sockets without authentication are supported, as libvirtd offers to root and to
 * those allowed by the socket's mode.
 */
export const openLibvirt = async (options: OpenLibvirtOptions): Promise<LibvirtConnection> => {
  const connection = await connectRpc({
    socketPath: options.socketPath ?? defaultSocketPath,
    clock: options.clock ?? systemClock,
    timeoutMs: options.timeoutMs ?? 30_000,
    keepalive: options.keepalive ?? { intervalMs: 5_000, count: 5 },
  })
  try {
    // The server disconnects clients that call anything before querying the authentication types.
    const { types } = await connection.call(procedures.authList, undefined)
    if (types.length > 0 && !types.includes(authTypes.none))
      throw new ConnectionLost('libvirtd wants credentials on this socket')
    await connection.call(procedures.connectOpen, { uri: options.uri, flags: 0 })
    const feature = { feature: features.keepalive }
    const { supported } = await connection.call(procedures.connectSupportsFeature, feature)
    if (supported) connection.startKeepalive()
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}
