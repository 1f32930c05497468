import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/**
 * The range is below the ports of outgoing connections (from 32768), which could otherwise take a port while its process is down.
 */
const lowest = 15_000
const beyond = 32_000

/**
 * A free port of this machine, reserved for this process while it lives: no other process gets it, so its server may be stopped
 * and started again.
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

/** Records the port as reserved by this process, unless another live process has reserved it. */
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
