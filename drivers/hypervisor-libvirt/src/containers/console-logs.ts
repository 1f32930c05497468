import { constants, open, rename, stat } from 'node:fs/promises'
import { ReadStream } from 'node:tty'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { Domains } from '../domains.ts'
import { readXml } from '../read-domain-xml.ts'

/** Copies what containers write on their consoles to their logs, since nobody else reads the terminals. */
export interface ConsoleLogs {
  /** Follows the console of a running container until it ends; does nothing when it is followed already. */
  follow(id: ServerId): Promise<void>
  close(): void
}

/** As virtlogd does for virtual machines. */
const rotatesAtBytes = 2 * 1024 ** 2

interface Deps {
  readonly domains: Pick<Domains, 'get' | 'xml'>
  readonly instancesDir: string
  readonly log: Log
}

export const consoleLogs = ({ domains, instancesDir, log }: Deps): ConsoleLogs => {
  const followed = new Map<ServerId, ReadStream>()

  const terminalOf = async (id: ServerId): Promise<string | undefined> =>
    readXml(await domains.xml(await domains.get(id)))
      .child('domain')
      .child('devices')
      .child('console')
      .child('source')
      .attribute('path')

  const write = async (id: ServerId, text: Buffer): Promise<void> => {
    const { consoleLog } = serverPaths(instancesDir, id)
    const { size } = await stat(consoleLog).catch(() => ({ size: 0 }))
    if (size > rotatesAtBytes) await rename(consoleLog, `${consoleLog}.0`)
    await using file = await open(consoleLog, 'a', 0o600)
    await file.appendFile(text)
  }

  return {
    follow: async (id) => {
      if (followed.has(id)) return
      const path = await terminalOf(id)
      if (path === undefined) return
      const file = await open(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK)
      const stream = new ReadStream(file.fd)
      followed.set(id, stream)
      // Otherwise the terminal would give what it reads back to the container as input.
      stream.setRawMode(true)
      let written = Promise.resolve()
      stream.on('data', (text: Buffer) => {
        written = written
          .then(() => write(id, text))
          .catch((error: unknown) => log.warn({ serverId: id, error }, 'the console of a container is lost'))
      })
      const leave = () => {
        if (followed.get(id) === stream) followed.delete(id)
        void file.close().catch(() => {})
      }
      // The terminal fails when the container is gone.
      stream.on('error', () => stream.destroy())
      stream.on('close', leave)
    },
    close: () => {
      for (const stream of followed.values()) stream.destroy()
      followed.clear()
    },
  }
}
