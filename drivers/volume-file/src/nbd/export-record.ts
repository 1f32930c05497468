import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Json } from '@nimbo/kernel/json'
import { read } from '@nimbo/qmp/reading'

/** An exported file, and the hosts that it is exported to. */
export interface ExportEntry {
  readonly path: string
  readonly holders: readonly string[]
}

/** Export entries by volume id. */
export type ExportEntries = Readonly<Record<string, ExportEntry>>

/**
 * The record of what a daemon exports. It outlives the daemon and this process, so that both can be started again with the same
 * exports.
 */
export interface ExportRecord {
  read(): Promise<ExportEntries>
  write(entries: ExportEntries): Promise<void>
}

/** Other users may pass through to the socket, but see no names. */
export const passable = { recursive: true, mode: 0o711 } as const

const parse = (text: string): ExportEntries => {
  const known: Json = JSON.parse(text)
  const entries = Object.entries(read.object(known, 'the record of exports')).map(([id, value]) => {
    const { path, holders } = read.object(value, id)
    const hosts = read.list(holders, 'holders').map((one) => read.text(one, 'a holder'))
    return [id, { path: read.text(path, 'path'), holders: hosts }] as const
  })
  return Object.fromEntries(entries)
}

export const exportRecord = (directory: string): ExportRecord => {
  const file = join(directory, 'exports.json')
  return {
    read: async () => {
      try {
        return parse(await readFile(file, 'utf8'))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
        throw error
      }
    },
    write: async (entries) => {
      await mkdir(directory, passable)
      await writeFile(`${file}.part`, `${JSON.stringify(entries)}\n`, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
  }
}
