/**
 * The number of function calls per server: `node bench/calls.ts [--servers COUNT] [--most COUNT]`. Starts `nimbo up` with the fake hypervisor,
 * boots and deletes COUNT (100) servers, and repeats that while V8 counts each call. Prints the calls per server by package, and of the
 * functions (40) that are called most. These numbers do not depend on the load of the machine, so two working trees can be compared even
 * where their times cannot; but some calls are cheap, so only times show the gain of a change.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { benchClient } from './bench-client.ts'
import { runRound } from './boot-round.ts'
import { startEmbeddedCloud } from './embedded-cloud.ts'
import { inspect } from './inspector.ts'
import { prepareParts } from './prepare-parts.ts'

const width = 8
const root = fileURLToPath(new URL('..', import.meta.url))

interface Coverage {
  readonly result: readonly {
    readonly url: string
    readonly functions: readonly {
      readonly functionName: string
      readonly ranges: readonly { readonly count: number }[]
    }[]
  }[]
}

interface Calls {
  readonly name: string
  readonly count: number
}

/** `packages/db`, `node_modules/kysely`, `node:internal`. */
const placeOf = (url: string): string =>
  url.startsWith('node:') ? (url.split('/')[0] ?? url) : url.split('/').slice(0, 2).join('/')

const added = (calls: readonly Calls[]): readonly Calls[] => {
  const sums = new Map<string, number>()
  for (const { name, count } of calls) sums.set(name, (sums.get(name) ?? 0) + count)
  return [...sums].map(([name, count]) => ({ name, count })).sort((one, other) => other.count - one.count)
}

const print = (title: string, calls: readonly Calls[], most: number): void => {
  process.stdout.write(`\n${title}\n`)
  for (const { name, count } of calls.slice(0, most))
    process.stdout.write(`${count.toFixed(1).padStart(9)}  ${name}\n`)
}

const { values } = parseArgs({
  options: { servers: { type: 'string', default: '100' }, most: { type: 'string', default: '40' } },
})
const servers = Number(values.servers)
const most = Number(values.most)

await using cloud = await startEmbeddedCloud({ hosts: 10 })
const client = await benchClient(cloud)
const parts = await prepareParts(client)
await runRound(cloud, client, parts, servers, width)
using inspector = await inspect(cloud.pid ?? 0)
await inspector.ask('Profiler.enable')
await inspector.ask('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
await runRound(cloud, client, parts, servers, width)
const { result } = await inspector.ask<Coverage>('Profiler.takePreciseCoverage')
client.close()

const calls = result.flatMap(({ url, functions }) => {
  const file = url.replace('file://', '').replace(root, '')
  return functions.map(({ functionName, ranges }) => ({
    file,
    name: `${functionName || '(anonymous)'}  ${file}`,
    count: (ranges[0]?.count ?? 0) / servers,
  }))
})
const all = calls.reduce((sum, { count }) => sum + count, 0)
process.stdout.write(`${all.toFixed(0)} calls per server booted and deleted\n`)
print('by package', added(calls.map(({ file, count }) => ({ name: placeOf(file), count }))), most)
print('by function', added(calls), most)
