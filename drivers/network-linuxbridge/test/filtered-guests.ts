/** Prints whether stateful filtering works in the namespace this runs in, and which bridges call iptables. */
import { readFileSync } from 'node:fs'
import { Guest, port, rule, segment, startHost } from './guests.ts'

const hookOf = (bridge: string): string =>
  readFileSync(`/sys/class/net/${bridge}/bridge/nf_call_iptables`, 'utf8').trim()

await using running = await startHost()
const { host } = running
const network = segment()
await host.wires.ensureNetwork(network)
const open = port(network, 2, [rule('egress'), rule('ingress', { protocol: 6 })])
const shut = port(network, 3, [rule('egress')])
using openGuest = new Guest(open)
using shutGuest = new Guest(shut)
for (const wanted of [open, shut]) await host.ports.wirePort(wanted)
openGuest.take()
shutGuest.take()
const result = {
  // The guest has no ingress rule: the replies come back because the connection is tracked.
  withRule: shutGuest.reaches(openGuest),
  withoutRule: openGuest.reaches(shutGuest),
  hooks: { ours: hookOf(network.bridge), theirs: hookOf('theirs') },
}
process.stdout.write(JSON.stringify(result))
