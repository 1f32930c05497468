import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@nimbo/kernel/user-error'
import type { Say } from '@nimbo/service/manage/command'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { rotateKeys } from '../app/key-repository.ts'
import { defaultKeystoneConfig, keystoneOptions } from '../config.ts'
import { rotateFernetKeys } from './fernet-rotate.ts'
import { setUpFernetKeys } from './fernet-setup.ts'

const rotateEmbedded = async (stateDir: string, say: Say): Promise<number> => {
  const keys = join(stateDir, 'fernet-keys')
  if (!(await stat(keys).catch(() => undefined)))
    throw new UserError(`there are no keys in ${keys}; has a cloud been started there?`)
  await rotateKeys(keys, defaultKeystoneConfig().fernet_tokens.max_active_keys)
  say(`The keys in ${keys} have been rotated.\n`)
  return 0
}

const fernetSetup: ServiceCommand = {
  name: 'fernet setup',
  summary: 'Makes the first keys for tokens, where there are none.',
  options: {},
  run: async (_, managed, say) => {
    say(`There are keys in ${await setUpFernetKeys(managed, managed.read(keystoneOptions))}.\n`)
    return 0
  },
}

const fernetRotate: ServiceCommand = {
  name: 'fernet rotate',
  summary: 'Makes a new key for tokens, and forgets the oldest.',
  details: 'Running processes take it up within a minute.',
  options: {},
  run: async (_, managed, say) => {
    if (managed.stateDir !== undefined) return rotateEmbedded(managed.stateDir, say)
    const keys = await rotateFernetKeys(managed, managed.read(keystoneOptions))
    say(`The keys in ${keys} have been rotated.\n`)
    return 0
  },
}

/** Of the embedded cloud, as `nimbo manage` has always had it. */
const embeddedFernetRotate: ServiceCommand = {
  ...fernetRotate,
  name: 'fernet-rotate',
  summary: 'The same for an embedded cloud, where it usually is or in --state-dir DIR.',
  run: async (_, { stateDir, usualStateDir }, say) => rotateEmbedded(stateDir ?? usualStateDir, say),
}

/** What an operator does to identity, in the order of the help. */
export const commands: readonly ServiceCommand[] = [fernetSetup, fernetRotate, embeddedFernetRotate]
