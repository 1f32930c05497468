import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** Below those that systems give to outgoing connections (from 32768 on), which would take it while its process is away. */
const lowest = 15_000
const beyond = 32_000

/**
 * A port of this machine that nobody listens on, kept for this process as long as it lives: no other is given it, so what is
 * to listen there may also end and start again.
 */
export const freePort = async (address = '127.0.0.1'): Promise<number> => {
  for (;;) {
    const port = randomInt(lowest, beyond)
    if ((await isFree(port, address)) && (await keep(port))) return port
  }
}

const isFree = async (port: number, host: string): Promise<boolean> => {
  const probe = createServer().listen({ port, host })
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

/** Notes the port as this process' own, unless it is another's that is alive. */
const keep = async (port: number): Promise<boolean> => {
  const directory = join(tmpdir(), `nimbo-ports-${userInfo().uid}`)
  await mkdir(directory, { recursive: true })
  const note = join(directory, String(port))
  const keeper = await readFile(note, 'utf8').catch(() => undefined)
  if (keeper !== undefined && isAlive(Number(keeper))) return false
  if (keeper !== undefined) await rm(note, { force: true })
  return writeFile(note, String(process.pid), { flag: 'wx' }).then(
    () => true,
    () => false,
  )
}
