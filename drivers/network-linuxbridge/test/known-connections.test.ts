import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { Guest, port, rule, segment, skip, startHost } from './guests.ts'

const [kept, lifted] = [7007, 7008]
const udp = (at: number) => rule('ingress', { protocol: 17, portMin: at, portMax: at })

const start = ({ namespace }: Guest, children: DisposableStack, ...args: readonly string[]) => {
  const program = join(import.meta.dirname, 'talk.ts')
  const command = ['netns', 'exec', namespace, process.execPath, program, ...args]
  const child = spawn('ip', command, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.defer(() => void (child satisfies ChildProcess).kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let said = 0
  return {
    next: async () => (await lines.next()).value,
    /** Sends the next datagram of the flow; `heard` if it is echoed, else `silent`. */
    says: async () => {
      said += 1
      child.stdin.write(`${said}\n`)
      return (await lines.next()).value
    },
  }
}

for (const answers of [[], [rule('egress')]])
  test(`removing a rule from a port ends its connections and no others (${answers.length} egress rules)`, {
    skip,
  }, async () => {
    await using running = await startHost()
    using children = new DisposableStack()
    const { host } = running
    const network = segment()
    await host.wires.ensureNetwork(network)
    const asking = port(network, 2, [rule('egress')])
    const asked = port(network, 3, [...answers, udp(kept), udp(lifted)])
    using one = new Guest(asking)
    using two = new Guest(asked)
    for (const each of [asking, asked]) assert.equal(await host.ports.wirePort(each), true)
    one.take()
    two.take()
    for (const at of [kept, lifted])
      assert.equal(await start(two, children, 'echo', String(at)).next(), 'listening')
    const flows = [kept, lifted].map((at) => start(one, children, asked.addresses[0] ?? '', String(at)))
    const [goesOn, ends] = flows
    assert.ok(goesOn && ends)
    for (const flow of flows) await eventually(async () => assert.equal(await flow.says(), 'heard'))

    await host.ports.wirePort({ ...asked, rules: [...answers, udp(kept)] })
    for (let again = 0; again < 2; again += 1) assert.equal(await ends.says(), 'silent')
    await eventually(async () => assert.equal(await goesOn.says(), 'heard'))
    assert.equal(await ends.says(), 'silent')

    await host.ports.wirePort(asked)
    await eventually(async () => assert.equal(await ends.says(), 'heard'))
    await host.ports.wirePort({ ...asking, rules: [] })
    for (const flow of flows) assert.equal(await flow.says(), 'silent')
    await host.ports.wirePort(asking)
    for (const flow of flows) await eventually(async () => assert.equal(await flow.says(), 'heard'))
    for (const { id } of [asking, asked]) await host.ports.unwirePort(id.slice(0, 11))
  })

test('removing a rule from a security group ends its connections and no others', { skip }, async () => {
  await using running = await startHost()
  using children = new DisposableStack()
  const { host } = running
  const { setRules } = host.ports
  assert.ok(setRules)
  const network = segment()
  await host.wires.ensureNetwork(network)
  const group = 'c0ffee00-0000-4000-8000-000000000001'
  const rules = [udp(kept), udp(lifted)].map((each) => ({ ...each, group }))
  const asking = port(network, 2, [rule('egress')])
  const asked = { ...port(network, 3, rules), groups: [group] }
  using one = new Guest(asking)
  using two = new Guest(asked)
  for (const each of [asking, asked]) assert.equal(await host.ports.wirePort(each), true)
  one.take()
  two.take()
  for (const at of [kept, lifted])
    assert.equal(await start(two, children, 'echo', String(at)).next(), 'listening')
  const flows = [kept, lifted].map((at) => start(one, children, asked.addresses[0] ?? '', String(at)))
  const [goesOn, ends] = flows
  assert.ok(goesOn && ends)
  for (const flow of flows) await eventually(async () => assert.equal(await flow.says(), 'heard'))
  await setRules([{ id: group, rules: rules.slice(0, 1) }])
  for (let again = 0; again < 2; again += 1) assert.equal(await ends.says(), 'silent')
  await eventually(async () => assert.equal(await goesOn.says(), 'heard'))
  await setRules([{ id: group, rules }])
  await eventually(async () => assert.equal(await ends.says(), 'heard'))
  for (const { id } of [asking, asked]) await host.ports.unwirePort(id.slice(0, 11))
})
