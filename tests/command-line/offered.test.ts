import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allCommands } from '@nimbo/cli/nouns'
import { services } from '@nimbo/cloud/services'
import { commandLine } from '@nimbo/testkit/command-line'

const commands = await allCommands()

test('every command does what a service of this cloud serves', async () => {
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

test('every command is explained: what it does, and what each of its words and options means', async () => {
  const nimbo = commandLine({})
  for (const { words, summary, positionals, options } of commands) {
    const { code, stdout } = await nimbo.run('help', ...words.split(' '))
    assert.equal(code, 0, words)
    assert.ok(summary.length > 0 && stdout.includes(summary), words)
    for (const { metavar, help } of Object.values(positionals)) assert.ok(metavar && help, words)
    for (const { help } of Object.values(options)) assert.ok(help, words)
  }
})
