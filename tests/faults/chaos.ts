import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { messageOf } from '@nimbo/kernel/errors'
import { startDistributedCloud } from '@nimbo/testkit/distributed-cloud'
import { seededRandom } from '@nimbo/testing/seeded-random'
import { signInByCatalog } from '@nimbo/testkit/sign-in-by-catalog'
import { createServers } from './chaos/create-servers.ts'
import { deleteServers } from './chaos/delete-servers.ts'
import { makeSetup } from './setup.ts'

const usage = `usage: nimbo test chaos [--servers N] [--seed S] [--over SECONDS] [--kill-every SECONDS] [--logs DIRECTORY]

Creates servers in two cells of two hosts, with two API workers, conductors and schedulers, and deletes them again, while a
random process is killed every few seconds. The requests are spread over SECONDS; with 0, each of four clients sends its next request when the last was answered.
`

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    over: { type: 'string', default: '120' },
    'kill-every': { type: 'string', default: '5' },
    logs: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

const say = (line: string): void => void process.stdout.write(`${line}\n`)

const chaos = async (): Promise<void> => {
  const servers = Number(values.servers)
  const began = performance.now()
  say(`${servers} servers over ${values.over} s, seed ${values.seed}, a kill every ${values['kill-every']} s`)
  await using cloud = await startDistributedCloud({
    ...{ cells: 2, hostsPerCell: 2, novaApiWorkers: 2, conductors: 2, schedulers: 2 },
  })
  try {
    const who = { username: 'admin', password: cloud.adminPassword, project: 'admin' }
    const admin = await signInByCatalog(cloud.identityUrl, who)
    const setup = await makeSetup(admin)
    const plan = {
      random: seededRandom(Number(values.seed)),
      killEveryMs: Number(values['kill-every']) * 1000,
      paceMs: (Number(values.over) * 1000) / servers,
    }
    const names = Array.from({ length: servers }, (_, index) => `chaos-${index}`)
    const created = await createServers({ cloud, admin, say, ...plan }, setup, names)
    await deleteServers({ cloud, admin, say, ...plan }, created)
  } finally {
    if (values.logs !== undefined)
      await cp(join(cloud.directory, 'logs'), values.logs, { recursive: true, force: true })
  }
  say(`All held, in ${((performance.now() - began) / 1000).toFixed(0)} s.`)
}

const main = async (): Promise<number> => {
  if (values.help) {
    say(usage)
    return 0
  }
  try {
    await chaos()
    return 0
  } catch (error) {
    say(`BROKEN: ${messageOf(error)}`)
    return 1
  }
}

process.exitCode = await main()
