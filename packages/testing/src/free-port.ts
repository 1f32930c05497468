import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { reservePort } from './reserve-port.ts'

/**
 * The range is below the ports of outgoing connections (from 32768), which could otherwise take a port while its process is down.
 */
const lowest = 15_000
const beyond = 32_000

const directory = (): string => join(tmpdir(), `nimbo-ports-${userInfo().uid}`)

/**
 * A free port of this machine, reserved for this process while it lives: no other process gets it, so its server may be stopped
 * and started again.
 */
export const freePort = async (address = '127.0.0.1'): Promise<number> => {
  for (;;) {
    const port = randomInt(lowest, beyond)
    if ((await isFree(port, address)) && (await reservePort(directory(), port))) return port
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
