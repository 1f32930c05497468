import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rotateKeys } from '@nimbo/identity/app/key-repository'
import { defaultStateDirectory } from './state-directory.ts'
import { UserError } from './user-error.ts'

/** `[fernet_tokens] max_active_keys`: tokens of a key live on until it has been rotated out. */
const maxActiveKeys = 3

/** `nimbo manage fernet-rotate`: a running cloud takes the new key up within a minute. */
export const manage = async (args: readonly string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'state-dir': { type: 'string' } },
  })
  if (positionals.join(' ') !== 'fernet-rotate')
    throw new UserError('usage: nimbo manage fernet-rotate [--state-dir DIR]')
  const keys = join(values['state-dir'] ?? defaultStateDirectory(process.env), 'fernet-keys')
  if (!(await stat(keys).catch(() => undefined)))
    throw new UserError(`there are no keys in ${keys}; has a cloud been started there?`)
  await rotateKeys(keys, maxActiveKeys)
  process.stdout.write(`The keys in ${keys} have been rotated.\n`)
  return 0
}
