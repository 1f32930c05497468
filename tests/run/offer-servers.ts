import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installCommand, missingPackages } from '@nimbo/cloud/system-packages'
import { ensureLibvirtd } from '@nimbo/hypervisor-libvirt/ensure-libvirtd'
import { messageOf } from '@nimbo/kernel/errors'
import { silentLog } from '@nimbo/kernel/log'
import { defaultSocketPath } from '@nimbo/libvirt/open-libvirt'
import { ownedDirectory } from '@nimbo/testing/owned-directory'
import { startPostgresql } from '@nimbo/testing/postgresql-server'
import { startRabbitmq } from '@nimbo/testing/rabbitmq-server'
import { runVariables, type ServerAnswer, type SharedServer } from '@nimbo/testing/shared-servers'

interface StartedServer {
  readonly address: string
  stop(): Promise<void>
}

/** How each server of a run is started. */
export type Starters = Readonly<Record<SharedServer, () => Promise<StartedServer>>>

/** Starts servers on free ports, independent of those of the machine; libvirtd has a fixed socket, and one that runs is reused. */
const realStarters: Starters = {
  postgresql: async () => {
    const server = await startPostgresql({ address: '127.0.0.1' })
    return { address: server.url, stop: () => server.stop() }
  },
  rabbitmq: async () => {
    const broker = await startRabbitmq()
    return { address: broker.home, stop: () => broker.stop() }
  },
  libvirtd: async () => {
    if (process.getuid?.() !== 0) throw new Error('it needs root')
    const missing = await missingPackages()
    if (missing.length > 0) throw new Error(installCommand(missing))
    const stateDir = await mkdtemp(join(tmpdir(), 'nimbo-libvirt-'))
    // A later run removes the directories of killed runs.
    await writeFile(join(stateDir, 'owner'), String(process.pid))
    const stop = await ensureLibvirtd({ stateDir, endsWithProcess: true, log: silentLog })
    return {
      address: defaultSocketPath,
      stop: async () => {
        await stop()
        await rm(stateDir, { recursive: true, force: true })
      },
    }
  },
}

/** The shared servers of a run, each started when the first test file requests it, and stopped with the run. */
export interface OfferedServers extends AsyncDisposable {
  /** The environment variables by which test files find the run's socket. */
  readonly environment: Readonly<Record<string, string>>
}

const isServer = (name: string, starters: Starters): name is SharedServer => Object.hasOwn(starters, name)

/** Listens at a Unix socket: the request is a line with the name of a server, the answer is JSON (`sharedServer` sends requests). */
export const offerServers = async (starters: Starters = realStarters): Promise<OfferedServers> => {
  await using stack = new AsyncDisposableStack()
  const directory = stack.use(await ownedDirectory('nimbo-run-'))
  const started = new Map<SharedServer, Promise<StartedServer>>()
  stack.defer(async () => {
    const settled = await Promise.allSettled(started.values())
    await Promise.all(settled.map((one) => one.status === 'fulfilled' && one.value.stop()))
  })

  const answerTo = async (name: string): Promise<ServerAnswer> => {
    if (!isServer(name, starters)) return { refusal: 'a run has no such server' }
    const server = started.get(name) ?? starters[name]()
    started.set(name, server)
    return server.then(
      ({ address }) => ({ address }),
      (error: unknown) => ({ refusal: messageOf(error) }),
    )
  }
  const converse = async (socket: Socket): Promise<void> => {
    // The client has ended without waiting for the answer.
    socket.on('error', () => {})
    socket.setEncoding('utf8')
    const [line] = await once(socket, 'data')
    socket.end(JSON.stringify(await answerTo(String(line).trim())))
  }
  const path = join(directory.path, 'servers')
  const door = createServer(
    { allowHalfOpen: true },
    (socket) => void converse(socket).catch(() => socket.destroy()),
  )
  door.listen(path)
  await once(door, 'listening')
  stack.defer(() => void door.close())

  const parts = stack.move()
  return {
    environment: { [runVariables.servers]: path },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
