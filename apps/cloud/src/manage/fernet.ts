import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { rotateKeys } from '@nimbo/identity/app/key-repository'
import { defaultKeystoneConfig, keystoneOptions } from '@nimbo/identity/config'
import { rotateFernetKeys } from '@nimbo/identity/manage/fernet-rotate'
import { setUpFernetKeys } from '@nimbo/identity/manage/fernet-setup'
import { identity } from '@nimbo/identity/service'
import { commonOptions } from '../serve/options/common-options.ts'
import { defaultStateDirectory } from '../state-directory.ts'
import { UserError } from '../user-error.ts'
import type { ManageCommand, ManagePlaces, Say } from './command.ts'
import { managedSettings } from './managed-host.ts'

const keystoneGround = (places: ManagePlaces) => {
  const settings = managedSettings([identity], places)
  const { state_path } = settings('keystone', commonOptions).DEFAULT
  return {
    host: { directory: async (name: string) => join(state_path, name) },
    config: settings('keystone', keystoneOptions),
  }
}

const rotateEmbedded = async (stateDir: string, say: Say): Promise<number> => {
  const keys = join(stateDir, 'fernet-keys')
  if (!(await stat(keys).catch(() => undefined)))
    throw new UserError(`there are no keys in ${keys}; has a cloud been started there?`)
  await rotateKeys(keys, defaultKeystoneConfig().fernet_tokens.max_active_keys)
  say(`The keys in ${keys} have been rotated.\n`)
  return 0
}

export const fernetSetup: ManageCommand = {
  name: 'fernet setup',
  summary: 'Makes the first keys for tokens, where there are none.',
  options: {},
  run: async (_, places, say) => {
    const { host, config } = keystoneGround(places)
    say(`There are keys in ${await setUpFernetKeys(host, config)}.\n`)
    return 0
  },
}

export const fernetRotate: ManageCommand = {
  name: 'fernet rotate',
  summary: 'Makes a new key for tokens, and forgets the oldest.',
  details: 'Running processes take it up within a minute.',
  options: {},
  run: async (_, places, say) => {
    if (places.stateDir !== undefined) return rotateEmbedded(places.stateDir, say)
    const { host, config } = keystoneGround(places)
    say(`The keys in ${await rotateFernetKeys(host, config)} have been rotated.\n`)
    return 0
  },
}

/** Of the embedded cloud, as `nimbo manage` has always had it. */
export const embeddedFernetRotate: ManageCommand = {
  ...fernetRotate,
  name: 'fernet-rotate',
  summary: 'The same for an embedded cloud, where it usually is or in --state-dir DIR.',
  run: async (_, places, say) => rotateEmbedded(places.stateDir ?? defaultStateDirectory(process.env), say),
}
