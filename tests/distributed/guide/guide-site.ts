import { access } from 'node:fs/promises'
import { temporaryDirectory } from '@nimbo/testing/temporary-directory'
import { type GuideBlock, guideBlocks } from './guide-blocks.ts'
import { connect, type Machine, startMachine } from './machine.ts'

/** The machines of the guide, with the guide's words for each. */
const plan: readonly { readonly called: string; readonly name: string; readonly address: string }[] = [
  { called: 'the controller', name: 'controller', address: '192.0.2.10' },
  { called: 'the second controller', name: 'controller2', address: '192.0.2.11' },
  { called: 'the balancer', name: 'balancer', address: '192.0.2.5' },
  { called: 'each compute host', name: 'compute1', address: '192.0.2.21' },
  { called: 'each compute host', name: 'compute2', address: '192.0.2.22' },
]

/** Programs that the guide presupposes on its machines. */
const programs = [
  '/usr/bin/pg_createcluster',
  '/usr/sbin/rabbitmqctl',
  '/usr/sbin/haproxy',
  '/usr/sbin/ip',
  '/usr/bin/unshare',
]

/** Why the guide cannot be followed on this computer; undefined if it can. */
export const hindrance = async (): Promise<string | undefined> => {
  if (process.getuid?.() !== 0) return 'only root may make network namespaces'
  for (const program of programs)
    if (
      await access(program).then(
        () => false,
        () => true,
      )
    )
      return `${program} is not installed`
  await using directory = await temporaryDirectory()
  try {
    await using _ = await startMachine('probe', directory.path)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** All machines of the guide, and its commands to be followed section by section. */
export interface GuideSite extends AsyncDisposable {
  machine(name: string): Machine
  /** Runs all blocks of a section, each on its machine; returns their output. */
  follow(section: string): Promise<string>
  /** Sections with blocks that have not been followed. */
  unfollowed(): readonly string[]
}

/**
 * The only difference between these machines and those of the guide: they use the fake hypervisor and network agent, and one process
 * for each API. An administrator would configure it in the same way.
 */
const additions = `mkdir -p /etc/systemd/system/nimbo@.service.d
cat > /etc/systemd/system/nimbo@.service.d/fake-drivers.conf <<'END'
[Service]
Environment=OS_DEFAULT__COMPUTE_DRIVER=fake.FakeDriver OS_AGENT__AGENT_DRIVER=fake
Environment=OS_DEFAULT__WORKERS=1 OS_DEFAULT__API_WORKERS=1
Environment=OS_DEFAULT__OSAPI_COMPUTE_WORKERS=1 OS_DEFAULT__OSAPI_VOLUME_WORKERS=1
END`

/** The services that run after the installation of Debian's packages. */
const installed = `version=$(ls /usr/lib/postgresql | sort -n | tail -n 1)
pg_createcluster --locale C.UTF-8 "$version" main -- --no-sync
echo 'fsync = off' >> "/etc/postgresql/$version/main/postgresql.conf"
systemctl start postgresql rabbitmq-server
dd if=/dev/zero of=/root/debian-12-genericcloud-amd64.raw bs=1M count=1 status=none`

export const startGuideSite = async (): Promise<GuideSite> => {
  await using stack = new AsyncDisposableStack()
  const directory = stack.use(await temporaryDirectory())
  const hub = stack.use(await startMachine('switch', directory.path))
  const machines = new Map<string, Machine>()
  for (const { name, address } of plan)
    machines.set(address, stack.use(await startMachine(name, directory.path)))
  await connect(hub, machines)
  const machine = (name: string): Machine => {
    const found = [...machines.values()].find((candidate) => candidate.name === name)
    if (!found) throw new RangeError(`there is no machine ${name}`)
    return found
  }
  await Promise.all([...machines.values()].map(({ run }) => run(additions)))
  await machine('controller').run(installed)

  const blocks = guideBlocks()
  const left = new Set(blocks.map(({ section }) => section))
  const typeIn = async ({ machine: called, script }: GuideBlock): Promise<readonly string[]> => {
    const places = plan.filter((place) => place.called === called)
    if (places.length === 0) throw new RangeError(`the guide names an unknown machine: ${called}`)
    return Promise.all(places.map(({ name }) => machine(name).run(script)))
  }
  const parts = stack.move()
  return {
    machine,
    follow: async (section) => {
      if (!left.delete(section)) throw new RangeError(`the guide has no commands under "${section}"`)
      const said: string[] = []
      for (const block of blocks.filter((candidate) => candidate.section === section))
        said.push(...(await typeIn(block)))
      return said.join('')
    },
    unfollowed: () => [...left],
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
