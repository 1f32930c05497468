/** Guests for tests: namespaces whose only interface is connected to the device of a port, on a host of the test's own. */
import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FilterRule, HostNetwork, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import type { RunsRouters } from '@nimbo/network/driver/runs-routers'
import { type LinuxbridgeOptions, linuxbridgeDriver, removeAllOf } from '../src/network-linuxbridge.ts'

const missing = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'needs root'
  for (const program of ['ip', 'bridge', 'nft', 'dnsmasq'])
    if (spawnSync('which', [program]).status !== 0) return `needs ${program}`
  if (!existsSync('/proc/sys/net/bridge') && spawnSync('modprobe', ['br_netfilter']).status !== 0)
    return 'needs br_netfilter'
  return undefined
}
export const skip = missing() ?? false

export const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', timeout: 10_000 })

export const segment = () => {
  const id = randomUUID()
  return {
    id,
    bridge: `brq${id.slice(0, 11)}`,
    mtu: 1450,
    type: 'vxlan' as const,
    physicalNetwork: null,
    segmentationId: 77,
  }
}
export type Segment = ReturnType<typeof segment>

export const rule = (direction: FilterRule['direction'], more: Partial<FilterRule> = {}): FilterRule => ({
  direction,
  version: 4,
  protocol: null,
  portMin: null,
  portMax: null,
  prefixes: null,
  ...more,
})

export const port = (network: Segment, last: number, rules: FilterRule[]): WiredPort => {
  const id = randomUUID()
  return {
    id,
    device: `tap${id.slice(0, 11)}`,
    mac: `fa:16:3e:00:00:0${last}`,
    addresses: [`10.77.0.${last}`],
    allowedPairs: [],
    adminStateUp: true,
    filtered: true,
    rules,
    network,
  }
}

/** A namespace whose only interface is connected to the port's device. */
export class Guest implements Disposable {
  readonly namespace: string
  readonly port: WiredPort

  constructor(port: WiredPort) {
    this.port = port
    this.namespace = `guest-${port.id.slice(0, 8)}`
    ip('netns', 'add', this.namespace)
    ip('link', 'add', 'name', port.device, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.namespace)
    ip('-n', this.namespace, 'link', 'set', 'dev', 'lo', 'up')
    ip('-n', this.namespace, 'link', 'set', 'dev', 'eth0', 'address', port.mac, 'up')
  }

  /** Takes an address, by default that of its port. */
  take(address = this.port.addresses[0]): void {
    ip('-n', this.namespace, 'address', 'replace', `${address}/24`, 'dev', 'eth0')
  }

  drop(address: string): void {
    ip('-n', this.namespace, 'address', 'delete', `${address}/24`, 'dev', 'eth0')
  }

  reaches({ port }: Guest): boolean {
    return this.reachesAddress(port.addresses[0] ?? '')
  }

  reachesAddress(address: string): boolean {
    const probe = join(import.meta.dirname, 'reach.ts')
    const command = ['netns', 'exec', this.namespace, process.execPath, probe, address]
    return spawnSync('ip', command, { timeout: 5_000 }).status === 0
  }

  lease(): { address: string; router?: string; mtu: number; routes?: string } | undefined {
    ip('-n', this.namespace, 'route', 'replace', 'default', 'dev', 'eth0')
    const probe = join(import.meta.dirname, 'ask-for-lease.ts')
    const command = ['netns', 'exec', this.namespace, process.execPath, probe, this.port.mac]
    const { status, stdout } = spawnSync('ip', command, { encoding: 'utf8', timeout: 10_000 })
    return status === 0 ? JSON.parse(stdout) : undefined
  }

  [Symbol.dispose](): void {
    ip('netns', 'delete', this.namespace)
  }
}

/** A host on which tests wire single ports. */
export type TestHost = HostNetwork & {
  readonly ports: {
    /** Whether the port's device exists. */
    wirePort(port: WiredPort): Promise<boolean>
  }
}

/** A cloud of the test's own on this host; everything of it is removed when it is disposed. */
export const startHost = async (
  more: Omit<LinuxbridgeOptions, 'cloud' | 'runtimeDirectory'> = {},
): Promise<AsyncDisposable & { readonly host: TestHost; readonly routers: RunsRouters }> => {
  const cloud = { cloud: `test ${randomUUID()}`, ...more }
  const driver = linuxbridgeDriver(cloud)
  const host = await driver.open('here')
  const wirePort = async (port: WiredPort) => (await host.ports.wirePorts([port])).has(port.id)
  return {
    host: { ...host, ports: { ...host.ports, wirePort } },
    routers: await driver.openRouters('here'),
    [Symbol.asyncDispose]: async () => {
      await host.close()
      await removeAllOf(cloud)
    },
  }
}
