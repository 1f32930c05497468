import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '@nimbo/kernel/user-error'
import type { Say } from '@nimbo/service/manage/command'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { rotateKeys } from '../app/keys/key-repository.ts'
import { defaultKeystoneConfig } from '../config.ts'
import { createJwsKeypair } from './jws.ts'
import { keyCommands, rotateFernetKeys, setUpFernetKeys } from './keys.ts'

const rotateEmbedded = async (stateDir: string, say: Say): Promise<number> => {
  const keys = join(stateDir, 'fernet-keys')
  if (!(await stat(keys).catch(() => undefined)))
    throw new UserError(`there are no keys in ${keys}; has a cloud been started there?`)
  await rotateKeys(keys, defaultKeystoneConfig().fernet_tokens.max_active_keys)
  say(`The keys in ${keys} have been rotated.\n`)
  return 0
}

const fernetRotate: ServiceCommand = {
  ...rotateFernetKeys,
  run: async (given, managed, say) =>
    managed.stateDir === undefined
      ? rotateFernetKeys.run(given, managed, say)
      : rotateEmbedded(managed.stateDir, say),
}

/** Another name of the command, for the embedded cloud only. */
const embeddedFernetRotate: ServiceCommand = {
  ...fernetRotate,
  name: 'fernet-rotate',
  summary: 'Rotates the token keys of an embedded cloud (see --state-dir).',
  run: async (_, { stateDir, usualStateDir }, say) => rotateEmbedded(stateDir ?? usualStateDir, say),
}

/** Identity's commands of `nimbo manage`, in the order of the help. */
export const commands: readonly ServiceCommand[] = [
  ...[setUpFernetKeys, fernetRotate, embeddedFernetRotate],
  ...keyCommands,
  createJwsKeypair,
]
