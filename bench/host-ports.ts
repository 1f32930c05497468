/**
 * The cost of ports on their host: `node bench/host-ports.ts [PORTS...]` (100 1000), as root. Starts the network service and the
 * agent of a Linux host, with real nftables and DHCP, in a separate network namespace. All ports are in one security group whose
 * members accept each other. For each number of ports on the host it prints the medians of several rounds, in milliseconds: a full
 * resync, the same by a restarted agent, a new rule in a group of one port and in the group of all ports, and a new port until it
 * is up.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { linuxbridgeDriver, removeAllOf } from '../drivers/network-linuxbridge/src/network-linuxbridge.ts'
import type { HostNetwork, NetworkAgentDriver } from '../services/network/src/driver/network-agent-driver.ts'
import { type Client, startTestNetwork, type TestNetwork } from '../services/network/test/test-network.ts'

const rounds = 9
const host = 'host-1'
const resyncMs = 60_000

/** Runs this program again in a network namespace, where devices and filters are its own. */
const inNamespace = (): void => {
  const name = `bench-${process.pid}`
  execFileSync('ip', ['netns', 'add', name])
  try {
    const command = ['netns', 'exec', name, process.execPath, ...process.argv.slice(1)]
    spawnSync('ip', command, { stdio: 'inherit', env: { ...process.env, NIMBO_BENCH_NAMESPACE: name } })
  } finally {
    execFileSync('ip', ['netns', 'delete', name])
  }
}

const made = async (
  client: Client,
  path: string,
  kind: string,
  values: Readonly<Record<string, unknown>>,
): Promise<string> => {
  const { status, body } = await client.post(`/v2.0/${path}`, { [kind]: values })
  if (status !== 201) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body[kind].id
}

/** Creates the taps of ports and adds them to the bridge of their network, as a hypervisor does. */
const addDevices = (networkId: string, ids: readonly string[]): void => {
  const bridge = `brq${networkId.slice(0, 11)}`
  const lines = ids.flatMap((id) => {
    const tap = `tap${id.slice(0, 11)}`
    return [`tuntap add dev ${tap} mode tap`, `link set dev ${tap} master ${bridge}`]
  })
  execFileSync('ip', ['-batch', '-'], { input: `${lines.join('\n')}\n` })
}

interface Setup {
  readonly cloud: TestNetwork
  readonly networkId: string
  /** Makes the agent forget what it knows about the host, as after a restart. */
  restart(): Promise<void>
}

const addPort = ({ cloud, networkId }: Setup, values: Readonly<Record<string, unknown>> = {}) =>
  made(cloud.admin, 'ports', 'port', {
    ...{ network_id: networkId, project_id: 'alpha', 'binding:host_id': host },
    ...values,
  })

/** Waits until the port is ACTIVE, which is when compute would be notified. */
const untilUp = async ({ cloud }: Setup, id: string): Promise<void> => {
  for (;;) {
    const { body } = await cloud.admin.get(`/v2.0/ports/${id}`)
    if (body.port.status === 'ACTIVE') return
    await wait(2)
  }
}

/** The median of the rounds in milliseconds, with the least and the greatest; each round begins when no work is pending. */
const timed = async (cloud: TestNetwork, work: (round: number) => Promise<unknown>): Promise<string> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await cloud.settled()
    const before = performance.now()
    await work(round)
    times.push(performance.now() - before)
  }
  const inOrder = times.toSorted((one, other) => one - other)
  return `${inOrder[Math.floor(rounds / 2)]?.toFixed(0)} (${inOrder[0]?.toFixed(0)}–${inOrder.at(-1)?.toFixed(0)})`
}

/** The default security group of the project, which contains every port. */
const groupOfAll = async ({ cloud }: Setup): Promise<string> => {
  const { body } = await cloud.member.get('/v2.0/security-groups?name=default')
  return body.security_groups[0].id
}

const measure = async (setup: Setup, count: number): Promise<void> => {
  const { cloud, networkId } = setup
  const group = await made(cloud.member, 'security-groups', 'security_group', { name: `of-one-${count}` })
  const own = await addPort(setup, { security_groups: [group] })
  addDevices(networkId, [own])
  await untilUp(setup, own)
  const lookAtAll = async () => {
    cloud.pass(resyncMs)
    await cloud.settled()
  }
  const look = await timed(cloud, lookAtAll)
  const anew = await timed(cloud, async () => {
    await setup.restart()
    await lookAtAll()
  })
  const ruleIn = (security_group_id: string) =>
    timed(cloud, async (round) => {
      const at = 1000 + count + round
      await made(cloud.member, 'security-group-rules', 'security_group_rule', {
        ...{ security_group_id, direction: 'ingress', protocol: 'tcp' },
        ...{ port_range_min: at, port_range_max: at },
      })
      await cloud.settled()
    })
  const rule = await ruleIn(group)
  const ruleOfAll = await ruleIn(await groupOfAll(setup))
  const plug = await timed(cloud, async () => {
    const id = await addPort(setup)
    addDevices(networkId, [id])
    await untilUp(setup, id)
  })
  process.stdout.write(
    `${count} ports: resync ${look}, after a restart ${anew}, rule ${rule}, rule for all ${ruleOfAll}, new port ${plug} ms\n`,
  )
}

/** Wraps the driver so that its one host can be reopened while the agent runs. */
const reopening = (driver: NetworkAgentDriver) => {
  let open: HostNetwork | undefined
  const now = (): HostNetwork => {
    if (!open) throw new Error('the agent has not begun')
    return open
  }
  const restart = async (): Promise<void> => {
    open = await driver.open(host)
  }
  const driven: NetworkAgentDriver = {
    ...driver,
    open: async () => {
      await restart()
      return {
        ...now(),
        wires: {
          ensureNetwork: (segment) => now().wires.ensureNetwork(segment),
          networks: () => now().wires.networks(),
          removeNetwork: (id) => now().wires.removeNetwork(id),
        },
        ports: {
          wirePorts: (ports) => now().ports.wirePorts(ports),
          letIn: (groups) => now().ports.letIn(groups),
          setRules: async (groups) => now().ports.setRules?.(groups),
          unwirePort: (id) => now().ports.unwirePort(id),
          ports: () => now().ports.ports(),
          watchDevices: (appeared) => now().ports.watchDevices(appeared),
        },
      }
    },
  }
  return { driven, restart }
}

const bench = async (driver: NetworkAgentDriver, counts: readonly number[]): Promise<void> => {
  const { driven, restart } = reopening(driver)
  await using cloud = await startTestNetwork({ driver: driven })
  const unlimited = { port: -1, security_group: -1, security_group_rule: -1 }
  await cloud.admin.put('/v2.0/quotas/alpha', { quota: unlimited })
  const networkId = await made(cloud.member, 'networks', 'network', { name: 'bench' })
  const setup = { cloud, networkId, restart }
  await made(cloud.member, 'subnets', 'subnet', {
    network_id: networkId,
    ip_version: 4,
    cidr: '10.77.0.0/16',
  })
  let there = 0
  for (const count of counts) {
    const ids: string[] = []
    for (; there < count; there += 1) ids.push(await addPort(setup))
    addDevices(setup.networkId, ids)
    for (const id of ids) await untilUp(setup, id)
    await measure(setup, count)
  }
}

if (process.env['NIMBO_BENCH_NAMESPACE'] === undefined) inNamespace()
else {
  const options = { cloud: `bench ${randomUUID()}` }
  const counts = process.argv.slice(2).map(Number)
  try {
    await bench(linuxbridgeDriver(options), counts.length > 0 ? counts : [100, 1000])
  } finally {
    await removeAllOf(options)
  }
}
