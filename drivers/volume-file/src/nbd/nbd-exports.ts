import { join } from 'node:path'
import { type Clock, systemClock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { Connector, ExportsVolumes, VolumeConnection } from '@nimbo/volume/driver/volume-backend'
import { nbdServer, type NbdServer } from './nbd-server.ts'

/** How volumes of a back end are exported over NBD. */
export interface NbdOptions {
  /** Where its daemons keep their sockets and records; private to this back end. */
  readonly directory: string
  /** The name of this host in its compute service. */
  readonly host: string
  /** Where other hosts connect; without it, only guests of this host can use volumes. */
  readonly target?: {
    readonly address: string
    readonly port: number
    /** The directory with the certificates of this host; without it, other hosts connect unencrypted. */
    readonly certificates?: string
  }
  /** Whether daemons end with this process, even when it is killed; for tests. */
  readonly endsWithProcess?: boolean
  readonly clock?: Clock
}

export interface NbdExports extends ExportsVolumes {
  /** Tells guests that a volume has grown. */
  grown(volumeId: string): Promise<void>
  /** Copies a volume in use to an empty file of its size, at one point in time; false if nobody uses it. */
  copy(volumeId: string, name: string, target: string): Promise<boolean>
  /** Ends all exports of a volume. */
  drop(volumeId: string): Promise<void>
  /** Keeps the exports of a volume whose file has another name now. */
  renamed(from: string, to: string): Promise<void>
}

interface NbdFiles {
  readonly log: Log
  /** The file of a volume; fails where there is none. */
  readonly fileOf: (volumeId: string) => Promise<string>
  readonly pathOf: (volumeId: string) => string
}

const holderOf = ({ host, do_local_attach, used_for }: Connector): string => {
  const name = typeof host === 'string' ? host : ''
  if (do_local_attach !== true) return name
  return `${name} (cinder${typeof used_for === 'string' ? `, for a ${used_for}` : ''})`
}

/**
 * A daemon serves one address: guests of this host use a socket, others a port with TLS, so a back end has up to two. Both may
 * export the same volume while its guest moves between hosts; the page cache of this host keeps them the same.
 */
export const nbdExports = (options: NbdOptions, { log, fileOf, pathOf }: NbdFiles): NbdExports => {
  const { directory, host: here, target, endsWithProcess = false, clock = systemClock } = options
  const common = { endsWithProcess, clock, log, pathOf }
  const local = nbdServer({ ...common, directory: join(directory, 'local'), listener: { type: 'unix' } })
  const remote =
    target &&
    nbdServer({
      ...{ ...common, directory: join(directory, 'remote') },
      listener: {
        ...{ type: 'inet', address: target.address, port: target.port },
        ...(target.certificates === undefined ? {} : { tls: { directory: target.certificates } }),
      },
    })
  const servers: readonly NbdServer[] = remote === undefined ? [local] : [local, remote]
  const isHere = ({ host }: Connector): boolean => host === here

  const openRemote = async (volumeId: string, path: string, holder: string): Promise<VolumeConnection> => {
    if (remote === undefined || target === undefined)
      throw new Error(`target_ip_address is not set, so that volumes are not exported to ${holder}`)
    const export_name = await remote.open(volumeId, path, holder)
    const { address: host, port, certificates } = target
    const data = { export_name, host, port, tls: certificates !== undefined }
    return { driver_volume_type: 'nbd', data: { ...data, format: 'raw', volume_id: volumeId } }
  }

  return {
    open: async (volumeId, connector) => {
      const path = await fileOf(volumeId)
      const holder = holderOf(connector)
      if (!isHere(connector)) return openRemote(volumeId, path, holder)
      // A service of this host reads the file itself.
      if (connector.do_local_attach === true)
        return { driver_volume_type: 'file', data: { device_path: path, format: 'raw', volume_id: volumeId } }
      const export_name = await local.open(volumeId, path, holder)
      const data = { export_name, socket: local.socket, format: 'raw', volume_id: volumeId }
      return { driver_volume_type: 'nbd', data }
    },
    close: async (volumeId, connector) => {
      for (const server of servers) await server.close(volumeId, holderOf(connector))
    },
    drop: async (volumeId) => {
      for (const server of servers) await server.close(volumeId, undefined)
    },
    renamed: async (from, to) => {
      for (const server of servers) await server.renamed(from, to)
    },
    grown: async (volumeId) => {
      for (const server of servers) await server.grown(volumeId)
    },
    copy: async (volumeId, name, to) => {
      for (const server of servers) if (await server.copy(volumeId, name, to)) return true
      return false
    },
    begin: async () => {
      for (const server of servers) await server.begin()
    },
    stop: async () => {
      for (const server of servers) await server.stop()
    },
  }
}
