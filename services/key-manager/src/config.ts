import { type Config, defineOptions } from '@nimbo/config/option-group'
import { boolean, integer, multiple, string } from '@nimbo/config/option-types'

const api = defineOptions('DEFAULT', {
  host_href: string({
    default: '',
    help: 'Where references to secrets begin; where the client asked, if empty.',
  }),
  max_allowed_secret_in_bytes: integer({ default: 20_000, min: 1, help: 'Most bytes of a payload.' }),
  max_limit_paging: integer({ default: 100, min: 1, help: 'Most entries of a page.' }),
  default_limit_paging: integer({
    default: 10,
    min: 1,
    help: 'Entries of a page for whoever does not say how many.',
  }),
})

const quota = (what: string) =>
  integer({ default: -1, min: -1, help: `How many ${what} a project may have; -1 for any number.` })

const quotas = defineOptions('quotas', {
  use_keystone_limits: boolean({
    default: false,
    help: 'Whether quotas are the limits that identity keeps for all services; what nobody registered there is as said here.',
  }),
  quota_secrets: quota('secrets'),
  quota_orders: quota('orders'),
  quota_containers: quota('containers'),
  quota_consumers: quota('consumers'),
  quota_cas: quota('authorities'),
})

const secretStore = defineOptions('secretstore', {
  enable_multiple_secret_stores: boolean({
    default: false,
    help: 'Whether clients may ask which stores there are; there is one.',
  }),
})

const simpleCrypto = defineOptions('simple_crypto_plugin', {
  kek: multiple({
    default: [],
    secret: true,
    help:
      'Keys, 32 bytes in base64 each, that the keys of projects are sealed by: the first seals, all open. Every process ' +
      'of the API needs the same. A file of keys in the directory of the service, made at the first start, if none is given.',
  }),
  plugin_name: string({ default: 'Software Only Crypto', help: 'What the store is called.' }),
})

/** The options of barbican.conf. */
export const barbicanOptions = [api, quotas, secretStore, simpleCrypto] as const

export type BarbicanConfig = Config<(typeof barbicanOptions)[number]>
