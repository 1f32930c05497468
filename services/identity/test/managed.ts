import assert from 'node:assert/strict'
import { join } from 'node:path'
import { loadConfig } from '@nimbo/config/load-config'
import { systemClock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { commands } from '../src/manage/fernet.ts'
import type { IdentityStory } from './identity-story.ts'

type Managed = Parameters<ServiceCommand['run']>[1]

type Story = Pick<IdentityStory, 'home' | 'openDatabase'>

/** The identity of a story, for the commands of `nimbo manage`. */
const managedOf = ({ home, openDatabase }: Story): Managed => ({
  read: (options) => loadConfig({ files: [], env: {}, options }),
  databases: () => ({ openDatabase, clock: systemClock, log: silentLog }),
  databaseAddress: () => '',
  directory: async (name) => join(home, name),
  stateDir: undefined,
  usualStateDir: home,
  asOperator: () => Promise.reject(new Error('these commands do not call the API')),
  asService: () => Promise.reject(new Error('these commands do not call the API')),
})

/** Runs a command of `nimbo manage` that must succeed; returns its output. */
export const runManage = async (
  name: string,
  story: Story,
  flags: readonly string[] = [],
): Promise<string> => {
  const said: string[] = []
  const command = commands.find((one) => one.name === name)
  const given = {
    text: () => undefined,
    texts: () => [],
    flag: (flag: string) => flags.includes(flag),
    words: [],
  }
  assert.equal(await command?.run(given, managedOf(story), (text) => said.push(text)), 0)
  return said.join('')
}
