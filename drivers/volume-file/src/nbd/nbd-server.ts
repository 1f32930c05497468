import { stat } from 'node:fs/promises'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { turns } from '@nimbo/kernel/turns'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { MonitorLost } from '@nimbo/qmp/errors'
import { read } from '@nimbo/qmp/reading'
import { DaemonEnded, type ExportDaemon, type ExportDaemonOptions, exportDaemon } from './export-daemon.ts'
import {
  addExport,
  dropExport,
  dropFile,
  exportsOf,
  isOfVolume,
  nodeOf,
  nodesOf,
  unlessRefused,
} from './exported-nodes.ts'
import { type ExportEntries, exportRecord } from './export-record.ts'
import { copyExported, dropCopies } from './point-in-time-copy.ts'

/**
 * Exports of files over NBD by a daemon that runs as long as there are exports. Each export is recorded before it is made, so
 * that a killed daemon is started again with all its exports, and a daemon that outlived this process is taken over.
 */
export interface NbdServer {
  /** The path of the socket for guests of this host. */
  readonly socket: string
  /** Exports a volume for a host, and resolves to the name of the export. Idempotent. */
  open(volumeId: string, path: string, holder: string): Promise<string>
  /**
   * To be called when a volume's file got another name, by which the volume is found from now on. Its export keeps its name,
   * because guests are connected to it.
   */
  renamed(from: string, to: string): Promise<void>
  /** Ends the export when no other host holds it; `undefined` stands for all hosts. Idempotent. */
  close(volumeId: string, holder: string | undefined): Promise<void>
  /**
   * Disconnects the clients of a volume whose file has grown, because they learn its size when they connect again. Waits for the
   * end of copies of the volume. Does nothing if the volume is not exported.
   */
  grown(volumeId: string): Promise<void>
  /** Copies a volume at one point in time to an empty file of its size; false if the volume is not exported. */
  copy(volumeId: string, name: string, target: string): Promise<boolean>
  /** Restores the recorded exports, and keeps them up from now on. */
  begin(): Promise<void>
  /** Stops restoring exports; the daemon and its exports go on. */
  stop(): Promise<void>
}

const retryMs = 500
const afterKillMs = 50
/** How long work is repeated after the daemon was killed, in milliseconds: it ends the attempts if no daemon can start at all. */
const killsWithinMs = 20_000

export interface NbdServerOptions extends ExportDaemonOptions {
  readonly log: Log
  /** The file of a volume, whether it exists or not. */
  readonly pathOf: (volumeId: string) => string
}

/** Repeats the work when the daemon was killed meanwhile. */
const despiteKills = async <Result>(clock: Clock, work: () => Promise<Result>): Promise<Result> => {
  for (const end = clock.now() + killsWithinMs; ; ) {
    try {
      return await work()
    } catch (error) {
      const isKill = error instanceof MonitorLost || error instanceof DaemonEnded
      if (!isKill || clock.now() > end) throw error
      await pause(clock, afterKillMs)
    }
  }
}

const sizeOf = async (qmp: QmpConnection, node: string): Promise<number> => {
  const nodes = read.list(await qmp.execute('query-named-block-nodes', { flat: true }), 'nodes')
  const found = nodes.map((one) => read.object(one, 'a node')).find((one) => one['node-name'] === node)
  return read.number(read.object(found?.image, 'image')['virtual-size'], 'virtual-size')
}

/**
 * Makes a daemon export exactly these entries. An export that fails, because its file is missing for example, is logged and does
 * not affect the others.
 */
const reconcile = async (qmp: QmpConnection, { clock, log }: NbdServerOptions, entries: ExportEntries) => {
  const wanted = new Set(Object.keys(entries).map(nodeOf))
  for (const id of await exportsOf(qmp)) if (!wanted.has(id)) await dropExport(qmp, clock, id)
  // QEMU refuses to close a file that is being copied; the end of the copy closes it.
  for (const node of await nodesOf(qmp))
    if (isOfVolume(node) && !wanted.has(node)) await dropFile(qmp, node).catch(unlessRefused)
  for (const [volumeId, { path }] of Object.entries(entries)) {
    try {
      await addExport(qmp, volumeId, path)
    } catch (error) {
      if (error instanceof MonitorLost) throw error
      log.error({ volume: volumeId, reason: messageOf(error) }, 'cannot export a volume')
    }
  }
}

export const nbdServer = (options: NbdServerOptions): NbdServer => {
  const { clock, log, directory, pathOf } = options
  const daemon: ExportDaemon = exportDaemon(options)
  const record = exportRecord(directory)
  const line = turns<'all'>()
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> =>
    line.run('all', () => despiteKills(clock, work))
  /** The name of a volume's export: the id that the volume's file had when it was first exported. */
  const nameIn = (entries: ExportEntries, volumeId: string): string =>
    Object.entries(entries).find(([, { path }]) => path === pathOf(volumeId))?.[0] ?? volumeId
  /** The exports that are being copied, once for each copy. */
  const copies = new Set<{ readonly exported: string }>()
  let stopped = false
  let watched: QmpConnection | undefined

  const connected = async (): Promise<QmpConnection> => {
    const qmp = await daemon.monitor()
    if (watched === qmp) return qmp
    watched = qmp
    if (copies.size === 0) await dropCopies(qmp, clock)
    void qmp.closed.then(() => restore())
    return qmp
  }
  /** Makes the daemon export what is recorded, and ends a daemon without exports. Must run within `alone`. */
  const settle = async (): Promise<QmpConnection | undefined> => {
    const entries = await record.read()
    if (Object.keys(entries).length === 0 && copies.size === 0) {
      await daemon.end()
      return undefined
    }
    const qmp = await connected()
    await reconcile(qmp, options, entries)
    return qmp
  }
  /** Called when the daemon has ended; tries until its exports are restored. */
  const restore = async (): Promise<void> => {
    while (!stopped) {
      try {
        return void (await alone(async () => (stopped ? undefined : settle())))
      } catch (error) {
        log.error({ reason: messageOf(error) }, 'cannot restore exports of volumes')
        await pause(clock, retryMs)
      }
    }
  }
  const needExport = async (
    qmp: QmpConnection | undefined,
    volumeId: string,
    path: string,
  ): Promise<void> => {
    if (qmp === undefined) throw new Error(`volume ${volumeId} is not exported`)
    await addExport(qmp, volumeId, path)
  }

  const copyOnce = async (volumeId: string, name: string, target: string): Promise<boolean> => {
    const found = await alone(async () => {
      const entries = await record.read()
      const exported = nameIn(entries, volumeId)
      if (entries[exported] === undefined) return undefined
      const qmp = await settle()
      if (qmp === undefined) return undefined
      const found = { qmp, exported }
      copies.add(found)
      return found
    })
    if (found === undefined) return false
    try {
      await copyExported(found.qmp, clock, { volumeId: found.exported, name, target })
      return true
    } finally {
      copies.delete(found)
      // The export may have been closed during the copy.
      await alone(settle).catch(() => {})
    }
  }

  /** Opens the file of a volume again, if it has grown. Resolves to false while the volume is being copied. */
  const reopen = async (volumeId: string): Promise<boolean> => {
    const entries = await record.read()
    const name = nameIn(entries, volumeId)
    const entry = entries[name]
    const qmp = entry === undefined ? undefined : await settle()
    if (entry === undefined || qmp === undefined) return true
    const node = nodeOf(name)
    if ((await sizeOf(qmp, node)) === (await stat(entry.path)).size) return true
    // QEMU refuses to close the file then.
    if ([...copies].some(({ exported }) => exported === name)) return false
    await dropExport(qmp, clock, node)
    await dropFile(qmp, node)
    await addExport(qmp, name, entry.path)
    return true
  }

  return {
    socket: daemon.socket,
    open: (volumeId, path, holder) =>
      alone(async () => {
        const entries = await record.read()
        const name = nameIn(entries, volumeId)
        const holders = [...new Set([...(entries[name]?.holders ?? []), holder])]
        await record.write({ ...entries, [name]: { path, holders } })
        await needExport(await settle(), name, path)
        return name
      }),
    renamed: (from, to) =>
      alone(async () => {
        const entries = Object.entries(await record.read())
        if (!entries.some(([, { path }]) => path === from)) return
        await record.write(
          Object.fromEntries(
            entries.map(([name, entry]) => [name, entry.path === from ? { ...entry, path: to } : entry]),
          ),
        )
      }),
    close: (volumeId, holder) =>
      alone(async () => {
        const entries = await record.read()
        const name = nameIn(entries, volumeId)
        const { [name]: entry, ...others } = entries
        if (entry === undefined) return
        const holders = holder === undefined ? [] : entry.holders.filter((one) => one !== holder)
        await record.write(holders.length === 0 ? others : { ...others, [name]: { ...entry, holders } })
        await settle()
      }),
    grown: async (volumeId) => {
      while (!(await alone(() => reopen(volumeId)))) await pause(clock, retryMs)
    },
    copy: (volumeId, name, target) => despiteKills(clock, () => copyOnce(volumeId, name, target)),
    begin: async () => {
      stopped = false
      // The service starts even if this fails (because the port is in use, for example); it is then tried again.
      await alone(settle).catch(() => void restore())
    },
    stop: async () => {
      stopped = true
      await alone(async () => daemon.leave())
    },
  }
}
