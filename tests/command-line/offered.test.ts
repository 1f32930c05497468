import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { allCommands } from '@nimbo/cli/nouns'
import { services } from '@nimbo/cloud/services'
import { commandLine } from '@nimbo/testkit/command-line'

const commands = await allCommands()

test('every command calls only operations that a service of the cloud serves', async () => {
  const served = new Map(
    await Promise.all(
      services.map(async ({ type, api }) => {
        const { operations } = await api()
        return [
          type,
          new Set(operations.map(({ method, path, action }) => `${method} ${path} ${action}`)),
        ] as const
      }),
    ),
  )
  const missing = commands.flatMap(({ words, calls }) =>
    calls.flatMap(({ service, operation: { id, method, path, action } }) =>
      served.get(service)?.has(`${method} ${path} ${action}`) ? [] : [`${words}: ${service} ${id}`],
    ),
  )
  assert.deepEqual(missing, [])
})

test('every command has help: a summary, and a text for each positional and option', async () => {
  const nimbo = commandLine({})
  for (const { words, summary, positionals, options } of commands) {
    const { code, stdout } = await nimbo.run('help', ...words.split(' '))
    assert.equal(code, 0, words)
    assert.ok(summary.length > 0 && stdout.includes(summary), words)
    for (const { metavar, help } of Object.values(positionals)) assert.ok(metavar && help, words)
    for (const { help } of Object.values(options)) assert.ok(help, words)
  }
})

/** The commands that an installed package of the openstack client has for a service, from its lines `address_scope_create = …`. */
const wordsOfOpenstack = async (section: string, from: string): Promise<readonly string[]> => {
  const listings = `/usr/lib/python3/dist-packages/python_${from}*/entry_points.txt`
  for await (const path of glob(listings)) {
    const [, ofService = ''] = (await readFile(path, 'utf8')).split(`[${section}]`)
    const [lines = ''] = ofService.split('\n[')
    return [...lines.matchAll(/^(\w+) ?=/gm)].map(([, name = '']) => name.replaceAll('_', ' '))
  }
  return []
}

/** Agents were a matter of XenServer; the API answers 410 to all that concerns them. */
const gone = /^compute agent /

const sections = [
  ['openstack.compute.v2', 'openstackclient'],
  ['openstack.network.v2', 'openstackclient'],
  ['openstack.identity.v3', 'openstackclient'],
  ['openstack.image.v2', 'openstackclient'],
  // Version 2 of the API is gone, but newer clients have all of its commands in version 3.
  ['openstack.volume.v2', 'openstackclient'],
  ['openstack.volume.v3', 'openstackclient'],
  ['openstack.orchestration.v1', 'heatclient'],
] as const

for (const [section, from] of sections) {
  const openstack = await wordsOfOpenstack(section, from)
  test(`nimbo has every command of ${section} of the openstack client`, {
    skip: openstack.length === 0 && `needs python3-${from}`,
  }, () => {
    const offered = new Set(commands.map(({ words }) => words))
    const missing = openstack.filter((words) => !offered.has(words) && !gone.test(words))
    assert.deepEqual(missing, [])
  })
}
