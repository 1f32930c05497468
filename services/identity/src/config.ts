import { loadConfig } from '@nimbo/config/load-config'
import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, seconds, string } from '@nimbo/config/option-types'

/** The options of keystone.conf. */
export const keystoneOptions = [
  defineOptions('DEFAULT', {
    max_db_limit: integer({ default: 1000, min: 1, help: 'Most records a list gives at once.' }),
    max_project_tree_depth: integer({
      default: 5,
      min: 1,
      help: 'How deep projects may lie below each other.',
    }),
  }),
  defineOptions('token', {
    expiration: seconds({ default: 3600, min: 1, help: 'How long a token holds.' }),
    allow_expired_window: seconds({
      default: 172_800,
      help: 'How long after its end a token can still be shown to services that ask for it.',
    }),
    allow_rescope_scoped_token: boolean({
      default: true,
      help: 'Whether a token with a scope may be exchanged for one with another.',
    }),
  }),
  defineOptions('fernet_tokens', {
    key_repository: string({
      help: 'Directory of the keys of tokens, the same for every process; fernet-keys in the state directory unless set.',
    }),
    max_active_keys: integer({ default: 3, min: 1, help: 'How many keys a rotation keeps.' }),
  }),
] as const

export type KeystoneConfig = Config<(typeof keystoneOptions)[number]>

/** The configuration of an operator who has said nothing. */
export const defaultKeystoneConfig = (): KeystoneConfig =>
  loadConfig({ files: [], env: {}, options: keystoneOptions })
