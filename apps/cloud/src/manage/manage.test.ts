import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { manageCommands } from './manage.ts'
import { runManage } from './managed-cells.testing.ts'

/** The maximum length of a line in a terminal. */
const widest = 110

describe('nimbo manage', () => {
  it('lists every command in one line each', async () => {
    for (const words of [[], ['--help'], ['-h']]) {
      const { code, said, complained } = await runManage(words)
      assert.deepEqual([code, complained], [0, ''])
      for (const { name, summary } of await manageCommands())
        assert.equal(
          said.split('\n').filter((line) => line.endsWith(` ${summary}`) && line.includes(name)).length,
          1,
        )
      for (const line of said.split('\n')) assert.ok(line.length <= widest, line)
    }
  })

  it('prints the options and exit codes of every command with --help', async () => {
    for (const { name, options, exitCodes } of await manageCommands()) {
      const { code, said, complained } = await runManage([...name.split(' '), '--help'])
      assert.deepEqual([code, complained], [0, ''])
      assert.ok(said.startsWith(`usage: nimbo manage ${name} `))
      for (const option of Object.keys(options)) assert.match(said, new RegExp(`^ +--${option} .*\\w`, 'm'))
      for (const exitCode of Object.keys(exitCodes ?? {}))
        assert.match(said, new RegExp(`^ +${exitCode} +\\S`, 'm'))
    }
  })

  it('names unknown commands, services and options and missing arguments, and exits with an error', async () => {
    for (const [words, code, complaint] of [
      [['cell_v3', 'list'], 1, 'nimbo: there is no command cell_v3 list; nimbo manage --help lists them\n'],
      [['cell_v2'], 1, 'nimbo: there is no command cell_v2; nimbo manage --help lists them\n'],
      [['cell_v2', 'delete_cell'], 255, 'nimbo: nimbo manage cell_v2 delete_cell needs --cell_uuid\n'],
      [['cell_v2', 'list_cells', 'x'], 255, 'nimbo: nimbo manage cell_v2 list_cells takes no words like x\n'],
      [['db', 'sync', 'trove'], 1, /^nimbo: there is no service trove; there are keystone, .*nova/],
      [['db', 'version', '--quick'], 1, /^nimbo: Unknown option '--quick'/],
    ] as const) {
      const outcome = await runManage(words)
      assert.deepEqual([outcome.code, outcome.said], [code, ''])
      if (typeof complaint === 'string') assert.equal(outcome.complained, complaint)
      else assert.match(outcome.complained, complaint)
    }
  })
})
