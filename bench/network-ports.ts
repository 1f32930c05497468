/**
 * The cost of a port for the network service: `node bench/network-ports.ts [PORTS] [ROUNDS] [STANDING]`. Starts the service alone, on
 * SQLite in memory, with STANDING (0) ports in the network. In every round it creates PORTS (500) ports, eight at a time, lists all
 * ports 20 times, and shows and deletes each. Prints a line for each round: the microseconds of processor time per port created,
 * listed, shown and deleted.
 */
import { startTestNetwork } from '../services/network/test/test-network.ts'

const width = 8
const lists = 20
const warmUps = 100

const [ports = 500, rounds = 5, standing = 0] = process.argv.slice(2).map(Number)

/** Runs `work` for every index below `count`, `width` at a time; returns the average processor time in microseconds. */
const cost = async (count: number, work: (index: number) => Promise<unknown>): Promise<number> => {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: width }, worker))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}

await using cloud = await startTestNetwork()
const { member, admin } = cloud
await admin.put('/v2.0/quotas/alpha', { quota: { port: 100_000 } })
const { body } = await member.post('/v2.0/networks', { network: { name: 'bench' } })
const network_id: string = body.network.id
await member.post('/v2.0/subnets', { subnet: { network_id, ip_version: 4, cidr: '10.77.0.0/16' } })

const round = async (count: number): Promise<Record<string, number>> => {
  const ids: string[] = []
  const made = await cost(count, async (index) => {
    const reply = await member.post('/v2.0/ports', { port: { network_id, name: `port-${index}` } })
    ids.push(reply.body.port.id)
  })
  const listed = await cost(lists, () => member.get(`/v2.0/ports?network_id=${network_id}`))
  const shown = await cost(count, (index) => member.get(`/v2.0/ports/${ids[index]}`))
  const deleted = await cost(count, (index) => member.delete(`/v2.0/ports/${ids[index]}`))
  return { made, listed: listed / (count + standing), shown, deleted }
}

await round(warmUps)
await cost(standing, (index) =>
  member.post('/v2.0/ports', { port: { network_id, name: `standing-${index}` } }),
)
for (let number = 1; number <= rounds; number += 1) {
  const costs = Object.entries(await round(ports)).map(([name, each]) => `${name} ${each.toFixed(1)}`)
  process.stdout.write(`round ${number}: ${costs.join('  ')}\n`)
}
