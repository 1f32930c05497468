import { defineOptions } from '@nimbo/config/option-group'
import { integer, string } from '@nimbo/config/option-types'

/** Where the keys of tokens lie. */
export const keyOptions = [
  defineOptions('jwt_tokens', {
    jws_private_key_repository: string({
      help: 'Directory of private.pem, by which signed tokens are signed; jws-keys/private in the state directory unless set.',
    }),
    jws_public_key_repository: string({
      help: 'Directory of the public keys that signed tokens are checked with, any number of files *.pem; jws-keys/public in the state directory unless set.',
    }),
  }),
  defineOptions('fernet_tokens', {
    key_repository: string({
      help: 'Directory of the keys of tokens, the same for every process; fernet-keys in the state directory unless set.',
    }),
    max_active_keys: integer({ default: 3, min: 1, help: 'How many keys a rotation keeps.' }),
  }),
] as const
