import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allCommands } from '../nouns.ts'
import { findCommand, similarCommands } from './find-command.ts'
import { outputOptions } from './output-options.ts'
import { flagsOf } from './parse-arguments.ts'

const commands = await allCommands()

test('the command with the longest matching name is chosen', () => {
  assert.equal(
    findCommand(commands, ['security', 'group', 'rule', 'list', 'web'])?.command.words,
    'security group rule list',
  )
  assert.deepEqual(findCommand(commands, ['server', 'show', 'list'])?.rest, ['list'])
  assert.equal(findCommand(commands, ['server']), undefined)
})

test('a misspelt command suggests the similar one, half a command all that begin with it', () => {
  assert.deepEqual(
    similarCommands(commands, ['server', 'shw']).map(({ words }) => words),
    ['server show'],
  )
  assert.ok(similarCommands(commands, ['keypair']).every(({ words }) => words.startsWith('keypair ')))
  assert.deepEqual(similarCommands(commands, ['xyzzy']), [])
})

test('no command is declared twice, and no flag means two things in one command', () => {
  assert.equal(new Set(commands.map(({ words }) => words)).size, commands.length)
  for (const command of commands) {
    const all = { ...outputOptions(command), ...command.options }
    const flags = Object.entries(all).flatMap(([key, option]) => flagsOf(key, option))
    assert.equal(new Set(flags).size, flags.length, command.words)
  }
})
