import { UserError } from '@nimbo/kernel/user-error'
import type { ServiceCommand } from '@nimbo/service/manage/service-command'
import { hasJwsKeys, openJwsKeys, renewJwsKeys } from '../app/keys/jws-keys.ts'
import { jwsDirectoriesOf } from '../app/keys/key-directory.ts'
import { keystoneOptions } from '../config.ts'

/** Creates the key pair that signs tokens when `[token] provider` is `jws`. */
export const createJwsKeypair: ServiceCommand = {
  name: 'create_jws_keypair',
  summary: 'Creates the key pair that signs tokens ([token] provider = jws).',
  details:
    'An existing key pair is only replaced with --force. Other machines need the public key before the private key is used: copy jws_public_key_repository to all of them.',
  options: {
    force: {
      type: 'boolean',
      help: 'replace an existing key pair; its public key is kept, so that its tokens remain valid',
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
