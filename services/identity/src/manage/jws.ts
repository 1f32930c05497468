import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { hasJwsKeys, openJwsKeys, renewJwsKeys } from '../app/keys/jws-keys.ts'
import { jwsDirectoriesOf } from '../app/keys/key-directory.ts'
import { keystoneOptions } from '../config.ts'

/** Creates the key pair that signs tokens when `[token] provider` is `jws`. */
export const createJwsKeypair: ServiceCommand = {
  name: 'create_jws_keypair',
  summary: 'Makes the key pair that signs tokens ([token] provider = jws).',
  details:
    'Without --force a pair that is there stays. Other machines need the public key before the private one is used: copy jws_public_key_repository to all of them.',
  options: {
    force: {
      type: 'boolean',
      help: 'Puts a new pair in the place of the one there is; its public key is kept, so that its tokens go on.',
    },
  },
  run: async (given, managed, say) => {
    const directories = await jwsDirectoriesOf(managed, managed.read(keystoneOptions))
    const isThere = await hasJwsKeys(directories)
    if (isThere && !given.flag('force'))
      throw new UserError(`there is a key in ${directories.privateKeys}; --force puts another in its place`)
    if (isThere) await renewJwsKeys(directories)
    else await openJwsKeys(directories)
    say(`There are new keys in ${directories.privateKeys} and ${directories.publicKeys}.\n`)
    return 0
  },
}
