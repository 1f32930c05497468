import { defineOptions } from '@nimbo/config/option-group'
import { integer, string } from '@nimbo/config/option-types'

/** Options for the directories of token keys. */
export const keyOptions = [
  defineOptions('jwt_tokens', {
    jws_private_key_repository: string({
      help: 'Directory of private.pem, the private key that signs tokens; jws-keys/private in the state directory if unset.',
    }),
    jws_public_key_repository: string({
      help: 'Directory of the public keys that verify signed tokens, in files *.pem (at most 100); jws-keys/public in the state directory if unset.',
    }),
  }),
  defineOptions('fernet_tokens', {
    key_repository: string({
      help: 'Directory of the keys that encrypt tokens, the same for all processes; fernet-keys in the state directory if unset.',
    }),
    max_active_keys: integer({
      default: 3,
      min: 1,
      help: 'Number of keys that a rotation keeps, including the primary and the staged key.',
    }),
  }),
] as const
