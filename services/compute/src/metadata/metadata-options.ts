import { defineOptions } from '@nimbo/config/option-group'
import { boolean, seconds, string } from '@nimbo/config/option-types'

/** What the metadata API reads besides `[api] dhcp_domain`. */
export const metadataOptions = [
  defineOptions('neutron', {
    service_metadata_proxy: boolean({
      default: false,
      help: 'Requests come through the metadata proxy of neutron, whose headers say, signed, which server asks.',
    }),
    metadata_proxy_shared_secret: string({
      default: '',
      secret: true,
      help: 'Secret by which the proxy signs the id of the server; the same as in the configuration of neutron.',
    }),
  }),
  defineOptions('api', {
    metadata_cache_expiration: seconds({
      default: 15,
      help: 'Seconds for which what a server is told of itself is kept in memory; 0 asks anew each time.',
    }),
  }),
] as const
