import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, multiple, string } from '@nimbo/config/option-types'

const api = defineOptions('DEFAULT', {
  host_href: string({
    default: '',
    help: 'Base URL of references to secrets and other entities; the URL that the client used if empty.',
  }),
  max_allowed_secret_in_bytes: integer({
    default: 20_000,
    min: 1,
    help: 'Maximum size in bytes of the payload of a secret.',
  }),
  max_limit_paging: integer({ default: 100, min: 1, help: 'Maximum number of entries on a page.' }),
  default_limit_paging: integer({
    default: 10,
    min: 1,
    help: 'Default number of entries on a page.',
  }),
})

const quota = (what: string) =>
  integer({ default: -1, min: -1, help: `Default quota of ${what} per project; -1 for unlimited.` })

const quotas = defineOptions('quotas', {
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether quotas are unified limits in identity; those not registered there follow the other options.',
  }),
  quota_secrets: quota('secrets'),
  quota_orders: quota('orders'),
  quota_containers: quota('containers'),
  quota_consumers: quota('consumers'),
  quota_cas: quota('certificate authorities'),
})

const secretStore = defineOptions('secretstore', {
  enable_multiple_secret_stores: boolean({
    default: false,
    help: 'Whether clients may list secret stores and choose a preferred one; there is only one.',
  }),
})

const simpleCrypto = defineOptions('simple_crypto_plugin', {
  kek: multiple({
    default: [],
    secret: true,
    help:
      'Master keys (KEK), each 32 bytes in base64, that encrypt the keys of projects: the first one encrypts, all decrypt. All ' +
      'processes of the API need the same. If unset, they are in a file below state_path, which is created at the first start.',
  }),
  plugin_name: string({ default: 'Software Only Crypto', help: 'Name of the secret store.' }),
})

/** The options of barbican.conf. */
export const barbicanOptions = [api, quotas, secretStore, simpleCrypto] as const

export type BarbicanConfig = Config<(typeof barbicanOptions)[number]>
